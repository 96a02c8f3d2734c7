/** One sheet for the hosted page and the developer's page; nothing is loaded from elsewhere. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbf7ef; --card: #fffdf8; --ink: #17332b; --quiet: #52665e; --rule: #e6ddcb;
  --edge: #7b8980; --leaf: #2f7d5b; --on-leaf: #fffdf8; --note: #fbeecb; --bad: #a8331b;
  --bad-tint: #fbe6df; --good-tint: #e2f0e6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #10231d; --card: #182f27; --ink: #f3ecdd; --quiet: #b3c2b8; --rule: #2c463c;
    --edge: #7f948a; --leaf: #7cc9a2; --on-leaf: #0f241c; --note: #463a17; --bad: #ffb19c;
    --bad-tint: #47231a; --good-tint: #1f4435;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 17px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  -webkit-text-size-adjust: 100%;
}
.banner {
  background: var(--note); padding: 0.55rem 1rem; text-align: center; font-size: 0.9rem;
}
.banner strong { font-weight: 650; }
main { max-width: 29rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
main.wide { max-width: 70rem; }
.shop { font-weight: 650; margin: 0 0 0.9rem; }
h1, h2 { font-family: Georgia, 'Iowan Old Style', serif; font-weight: 600; line-height: 1.2; margin: 0; }
h1 { font-size: 1.55rem; }
h2 { font-size: 1.2rem; }
p { margin: 0.5rem 0; }
.card {
  background: var(--card); border: 1px solid var(--rule); border-radius: 16px;
  padding: 1.4rem 1.25rem 1.5rem; box-shadow: 0 8px 28px rgb(23 51 43 / 7%);
}
.lines { list-style: none; margin: 0 0 0.25rem; padding: 0; }
.lines li { display: flex; justify-content: space-between; gap: 1rem; color: var(--quiet); }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.total { font-size: 2.1rem; font-weight: 650; line-height: 1.2; margin: 0.4rem 0 1.1rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
legend, label { font-size: 0.92rem; font-weight: 600; padding: 0; }
.field { display: block; margin: 0 0 1rem; }
.field small { font-weight: 400; color: var(--quiet); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 0.9rem; }
input:not([type='radio']), select {
  display: block; width: 100%; min-height: 48px; margin-top: 0.3rem; padding: 0.55rem 0.8rem;
  border: 1px solid var(--edge); border-radius: 10px; background: var(--card); color: inherit;
  font: inherit; font-weight: 400;
}
::placeholder { color: var(--quiet); opacity: 0.85; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 0.6rem; margin-top: 0.3rem; }
.choices label {
  display: flex; align-items: center; gap: 0.6rem; min-height: 48px; padding: 0.4rem 0.8rem;
  border: 1px solid var(--edge); border-radius: 10px; cursor: pointer;
}
.choices label:has(:checked) { border-color: var(--leaf); box-shadow: inset 0 0 0 1px var(--leaf); }
input[type='radio'] { width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--leaf); }
form:has(input[value='bank']:checked) .by-card,
form:has(input[value='card']:checked) .by-bank { display: none; }
button {
  min-height: 44px; padding: 0.5rem 1rem; border: 1px solid var(--edge); border-radius: 10px;
  background: transparent; color: inherit; font: inherit; font-size: 0.95rem; cursor: pointer;
}
button:hover { border-color: var(--leaf); }
button.main {
  width: 100%; min-height: 52px; border-color: var(--leaf); background: var(--leaf);
  color: var(--on-leaf); font-size: 1.08rem; font-weight: 650;
}
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
a { color: var(--leaf); }
.back { display: block; margin-top: 0.6rem; padding: 0.7rem 0 0.2rem; text-align: center; text-wrap: balance; font-size: 0.97rem; }
.error {
  margin: 0 0 1rem; padding: 0.7rem 0.9rem; border-radius: 10px;
  background: var(--bad-tint); color: var(--bad); font-weight: 600;
}
.cards { margin-top: 1.75rem; }
.cards ul { list-style: none; margin: 0.6rem 0 0; padding: 0; }
.cards li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.2rem 1rem; padding: 0.55rem 0; border-top: 1px solid var(--rule); }
.cards form { margin-left: auto; }
.cards span { flex: 1 1 13rem; min-width: 0; }
code, .number { font: 0.86rem/1.4 ui-monospace, SFMono-Regular, Menlo, monospace; }
.number { display: block; color: var(--quiet); }
.quiet { color: var(--quiet); }
.small { font-size: 0.88rem; }
.head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.3rem 1rem; }
section { margin-top: 2.2rem; }
.rows { list-style: none; margin: 0.8rem 0 0; padding: 0; display: grid; gap: 0.8rem; }
.rows > li { background: var(--card); border: 1px solid var(--rule); border-radius: 14px; padding: 0.9rem 1rem; min-width: 0; overflow-wrap: anywhere; }
.rows > li:target { border-color: var(--leaf); box-shadow: 0 0 0 2px var(--leaf); scroll-margin-top: 1rem; }
.name { font-weight: 650; }
.state { display: inline-block; padding: 0.05rem 0.6rem; border-radius: 99px; background: var(--note); font-size: 0.85rem; font-weight: 600; }
.state.good { background: var(--good-tint); }
.state.bad { background: var(--bad-tint); color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.7rem; }
.actions a { margin-right: 0.5rem; }
.actions form { display: flex; gap: 0.4rem; align-items: end; }
.actions input:not([type='hidden']) { width: 6.2rem; min-height: 44px; margin: 0; padding: 0.3rem 0.6rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 0 2rem; align-items: start; }
}
.event { display: grid; grid-template-columns: 1fr auto; gap: 0.2rem 1rem; align-items: center; }
.event .name { grid-column: 1 / -1; font-size: 0.94rem; }
.event form { grid-row: 2; grid-column: 2; }
`;
