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
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%;
  font: 17px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main {
  max-width: 29rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere;
}
main.wide { max-width: 70rem; }
.banner { background: var(--note); padding: 0.55rem 1rem; text-align: center; font-size: 0.9rem; }
h1, h2 { font: 600 1.55rem/1.2 Georgia, 'Iowan Old Style', serif; margin: 0; }
h2 { font-size: 1.2rem; }
p { margin: 0.5rem 0; }
ul { list-style: none; margin: 0.6rem 0 0; padding: 0; }
a { color: var(--leaf); }
section { margin-top: 2.2rem; }
code, .number { font: 0.86rem/1.4 ui-monospace, SFMono-Regular, Menlo, monospace; }
.shop, .name { font-weight: 650; margin: 0 0 0.9rem; }
.quiet, .number, small, .lines { color: var(--quiet); }
.small { font-size: 0.88rem; }
.number { display: block; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.total { font-size: 2.1rem; font-weight: 650; line-height: 1.2; margin: 0.4rem 0 1.1rem; }
.card, .rows > li {
  background: var(--card); border: 1px solid var(--rule); border-radius: 16px; padding: 1.3rem;
}
.lines li, .cards li, .head, .actions, .actions form {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.3rem 1rem;
}
.lines li, .cards li, .head { justify-content: space-between; }
.cards li { padding: 0.55rem 0; border-top: 1px solid var(--rule); }
.back {
  display: block; margin-top: 0.6rem; padding: 0.7rem 0 0.2rem; text-align: center;
  text-wrap: balance;
}
.error { padding: 0.7rem 0.9rem; border-radius: 10px; font-weight: 600; }
.error, .state.bad { background: var(--bad-tint); color: var(--bad); }

fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
legend, label { font-size: 0.92rem; font-weight: 600; padding: 0; }
small { font-weight: 400; }
.field { display: block; margin: 0 0 1rem; }
.pair, .choices { display: grid; grid-template-columns: 1fr 1fr; gap: 0 0.8rem; }
legend { margin-bottom: 0.3rem; }
input:not([type='radio']), select, button, .choices label {
  min-height: 48px; padding: 0.5rem 0.8rem; border: 1px solid var(--edge); border-radius: 10px;
  background: transparent; color: inherit; font: inherit; font-weight: 400;
}
input:not([type='radio']), select { display: block; width: 100%; margin-top: 0.3rem; }
select { background: var(--card); }
::placeholder { color: var(--quiet); opacity: 0.85; }
.choices label { display: flex; align-items: center; gap: 0.6rem; font-size: 0.92rem; }
.choices label:has(:checked) { border-color: var(--leaf); box-shadow: inset 0 0 0 1px var(--leaf); }
input[type='radio'] { width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--leaf); }
form:has(input[value='bank']:checked) .by-card,
form:has(input[value='card']:checked) .by-bank { display: none; }
button, .choices label { cursor: pointer; }
button { min-height: 44px; padding: 0.5rem 1rem; font-size: 0.95rem; }
button:hover { border-color: var(--leaf); }
button.main {
  width: 100%; min-height: 52px; border-color: var(--leaf); background: var(--leaf);
  color: var(--on-leaf); font-size: 1.08rem; font-weight: 650;
}
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }

.rows { display: grid; gap: 0.8rem; }
.rows > li { padding: 0.9rem 1rem; min-width: 0; }
.rows > li:target { border-color: var(--leaf); scroll-margin-top: 1rem; }
.rows .name { margin: 0; }
.rows p:last-child { margin-bottom: 0; }
.state {
  display: inline-block; padding: 0 0.6rem; border-radius: 99px; background: var(--note);
  color: var(--ink);
  font-weight: 600;
}
.state.good { background: var(--good-tint); }
.actions { margin-top: 0.7rem; }
.actions, .actions form { gap: 0.5rem; }
.actions input:not([type='hidden']) { width: 6.2rem; min-height: 44px; margin: 0; }
.event { display: grid; grid-template-columns: 1fr auto; gap: 0.2rem 1rem; align-items: center; }
.event .name { grid-column: 1 / -1; font-size: 0.94rem; }

.tabs { display: flex; gap: 0.4rem; margin-top: 1.4rem; }
.tabs a {
  min-height: 44px; padding: 0.5rem 1rem; border: 1px solid var(--rule); border-bottom: 0;
  border-radius: 10px 10px 0 0;
}
.tabs [aria-current] { background: var(--card); color: inherit; font-weight: 650; }
.mail {
  display: block; width: 100%; margin: 0; border: 1px solid var(--rule); border-radius: 0 0 16px 16px;
  background: var(--card);
}
pre.mail {
  padding: 1.3rem; font: 0.9rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace;
  white-space: pre-wrap;
}
iframe.mail { height: 70vh; min-height: 26rem; background: #fff; color-scheme: light; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 1.15fr 1fr; gap: 0 2rem; align-items: start; }
  .columns > * { min-width: 0; }
}
`;
