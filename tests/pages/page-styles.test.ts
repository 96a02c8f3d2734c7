import { expect, test } from 'vitest';
import { minifyCss, pruneCss, shortenNames } from '../../.config/pages/css.ts';

const HTML =
  '<main class="wide [&amp;&gt;li]:mt-2"><details data-hue="teal">A card</details></main>';
const pruned = (css: string, scripts = ''): string => minifyCss(pruneCss(css, HTML, scripts));

test.each([
  ['a class of its markup', '.wide{top:1px}'],
  ['a class with an entity in it', '.\\[\\&\\>li\\]\\:mt-2{top:1px}'],
  ['what is no class', 'details[open]{top:1px}[hidden]{top:2px}[data-hue=teal]{top:3px}'],
  ['one of several', '.wide:is(.narrow,main){top:1px}'],
  ['what is not something else', '.wide:not(.narrow){top:1px}'],
  ['a class that a script names in quotes', '.narrow{top:1px}', 'e.className="narrow"'],
  ['a class within a template', '.narrow{top:1px}', 'className:`big narrow${x}`'],
  ['a property that a script reads', ':root{--a:red}', 'getPropertyValue("--a")'],
  ['a property that another reads', '.wide{--a:red;--b:var(--a)}main{color:var(--b)}'],
])('a page keeps %s', (_what, rule, script = '') => {
  expect(pruned(rule, script)).toBe(rule);
});

test.each([
  ['a class that stands in its text alone', '.card{top:1px}'],
  ['a class within one that it has not', '.narrow .wide{top:1px}'],
  ['a property that nothing reads', '@property --x{syntax:"*";inherits:false}'],
  ['properties that one reads which nothing reads', '.wide{--c:1px;--d:var(--c)}'],
])('a page loses %s', (_what, rule) => {
  expect(pruned(rule)).toBe('');
});

test.each([
  ['a property', '.wide{text-wrap:balance}', '.text-wrap{text-wrap:wrap}'],
  ['an animation', '@keyframes turn{to{top:1px}}.wide{animation:1s turn}', '.turn{top:1px}'],
])('%s with the name of a class that the page has not stays', (_what, rule, other) => {
  expect(pruned(rule + other)).toContain(rule);
});

test('the thickness of a line stays apart, since Safari drops it within a shorthand', () => {
  const line = 'text-decoration-line:underline;text-decoration-thickness:2px';
  expect(pruned(`.wide{${line};text-decoration-color:red;text-decoration-style:solid}`)).toContain(
    'text-decoration-thickness:2px',
  );
});

const CSS = `
@layer components { .button .md\\:flex { color: tan } }
@layer utilities { @media (width >= 48rem) { .md\\:flex { display: flex } } .\\[\\&\\>li\\]\\:mt-1 > li { margin: 1px } .hidden { display: none } }`;

test('classes that a tool has named get short names, in the page and in its styles', () => {
  const html = '<p class="button md:flex [&amp;&gt;li]:mt-1 hidden">flex</p>';
  const [page, css] = shortenNames(html, CSS, 'classList.add("hidden")');
  // What a script names keeps its name, as what the shop has named does.
  const [, flex = '', list = ''] = /class="button (\w) (\w) hidden">flex</.exec(page) ?? [];
  expect(minifyCss(css)).toContain(`.button .${flex}{color:tan}`);
  expect(minifyCss(css)).toContain(`{.${flex}{display:flex}}`);
  expect(minifyCss(css)).toContain(`.${list}>li{margin:1px}`);
  expect(minifyCss(css)).toContain('.hidden{display:none}');
});

test('a class of the shop’s own that is as short ends the build', () => {
  expect(() => shortenNames('<p class="flex a">', CSS, '')).toThrow('a class is too short: a');
});
