import { Hono } from 'hono';

export const STYLE_PATH = '/stand-in.css';

/** The stylesheet of the payment page, the dashboard and the inbox. */
const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf7ef, #10231d); --card: light-dark(#fffdf8, #182f27);
  --ink: light-dark(#17332b, #f3ecdd); --quiet: light-dark(#52665e, #b3c2b8);
  --rule: light-dark(#e6ddcb, #2c463c); --edge: light-dark(#7b8980, #7f948a);
  --leaf: light-dark(#2f7d5b, #7cc9a2); --note: light-dark(#fbeecb, #463a17);
  --bad: light-dark(#a8331b, #ffb19c); --bad-tint: light-dark(#fbe6df, #47231a);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 17px/1.55 system-ui, sans-serif; -webkit-text-size-adjust: 100%;
}
main { max-width: 29rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
main.wide { max-width: 70rem; }
.banner { background: var(--note); padding: 0.55rem 1rem; text-align: center; font-size: 0.9rem; }
h1, h2 { font: 600 1.55rem/1.2 Georgia, serif; margin: 0; }
h2 { font-size: 1.2rem; }
p { margin: 0.5rem 0; }
ul { list-style: none; margin: 0.6rem 0 0; padding: 0; }
li.head { padding: 0.3rem 0; }
li.head button { white-space: nowrap; }
a { color: var(--leaf); }
section { margin-top: 2.2rem; }
code, pre { font: 0.86rem/1.5 ui-monospace, monospace; }
.name, .total { font-weight: 650; }
.quiet, code { color: var(--quiet); }
.small { font-size: 0.88rem; }
.amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.total { font-size: 2.1rem; margin: 0 0 1.1rem; }
.card, .rows > li, .mail {
  background: var(--card); border: 1px solid var(--rule); border-radius: 16px; padding: 1.3rem;
}
.rows { display: grid; gap: 0.8rem; }
.rows > li:target { border-color: var(--leaf); }
.head, .actions, .actions form, .choices label {
  display: flex; align-items: center; gap: 0.5rem;
}
.head { justify-content: space-between; }
.actions { flex-wrap: wrap; margin-top: 0.7rem; }
.back { display: block; padding: 1.2rem 0 0.2rem; text-align: center; }
.error { background: var(--bad-tint); color: var(--bad); }
.error { padding: 0.7rem 0.9rem; border-radius: 10px; font-weight: 600; }
.state {
  padding: 0 0.6rem; border-radius: 99px; background: var(--note); color: var(--ink);
  font-weight: 600; white-space: nowrap;
}

fieldset { border: 0; margin: 0 0 1rem; padding: 0; }
legend, label { font-size: 0.92rem; font-weight: 600; padding: 0; }
.field { display: block; margin: 0 0 1rem; }
.pair, .choices { display: grid; grid-template-columns: 1fr 1fr; gap: 0 0.8rem; }
input:not([type='radio']), select, button, .choices label {
  min-height: 46px; padding: 0.5rem 1rem; border: 1px solid var(--edge); border-radius: 10px;
  background: transparent; color: inherit; font: inherit; font-size: 0.95rem; font-weight: 400;
}
select { background: var(--card); }
.field input, select { display: block; width: 100%; margin-top: 0.3rem; }
.choices label:has(:checked), button:hover { border-color: var(--leaf); }
input[type='radio'] { width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--leaf); }
form:has(input[value='bank']:checked) .by-card,
form:has(input[value='card']:checked) .by-bank { display: none; }
button, .choices label { cursor: pointer; }
button.main {
  width: 100%; min-height: 52px; border-color: var(--leaf); background: var(--leaf);
  color: var(--card); font-size: 1.08rem; font-weight: 650;
}
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
.actions input:not([type='hidden']) { width: 6.2rem; }

.mail { display: block; width: 100%; margin: 0.4rem 0 1.4rem; white-space: pre-wrap; }
iframe.mail { height: 70vh; min-height: 26rem; padding: 0; background: #fff; color-scheme: light; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 1.15fr 1fr; gap: 0 2rem; align-items: start; }
  .columns > * { min-width: 0; }
}
`;

export const styleRoutes = new Hono().get(STYLE_PATH, (context) =>
  context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
);
