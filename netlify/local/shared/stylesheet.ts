export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf7ef, #10231d); --card: light-dark(#fffdf8, #182f27);
  --ink: light-dark(#17332b, #f3ecdd); --quiet: light-dark(#52665e, #b3c2b8);
  --edge: light-dark(#7b8980, #7f948a); --leaf: light-dark(#2f7d5b, #7cc9a2);
  --note: light-dark(#fbeecb, #463a17); --bad: light-dark(#a8331b, #ffb19c);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 17px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
header { background: var(--note); padding: 0.5rem 1rem; text-align: center; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
main.wide { max-width: 70rem; }
h1, h2 { font: 600 1.5rem/1.2 Georgia, serif; margin: 1rem 0 0.5rem; }
h2 { font-size: 1.2rem; }
p { margin: 0.5rem 0; }
a { color: var(--leaf); }
small, code { color: var(--quiet); font-size: 0.88rem; }
article, pre, iframe {
  background: var(--card); border: 1px solid var(--edge); border-radius: 12px;
  padding: 1rem; margin: 0.8rem 0;
}
pre { white-space: pre-wrap; }
iframe { width: 100%; height: 70vh; padding: 0; background: #fff; color-scheme: light; }
.row, .row form {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem;
}
.start { justify-content: start; margin-top: 0.7rem; }
.total { font-size: 2rem; font-weight: 650; }
.error { color: var(--bad); font-weight: 600; }
label { display: block; margin: 0 0 0.8rem; }
fieldset { display: flex; gap: 1.5rem; border: 0; margin: 0; padding: 0; }
input:not([type='radio']), button {
  min-height: 46px; padding: 0.5rem 1rem; border: 1px solid var(--edge); border-radius: 10px;
  background: transparent; color: inherit; font: inherit;
}
label input:not([type='radio']) { display: block; width: 100%; }
button { cursor: pointer; }
button.main { width: 100%; background: var(--leaf); color: var(--card); font-weight: 650; }
:focus-visible { outline: 3px solid var(--leaf); outline-offset: 2px; }
form:has([value='bank']:checked) .by-card { display: none; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 1.15fr 1fr; gap: 2rem; align-items: start; }
}
`;
