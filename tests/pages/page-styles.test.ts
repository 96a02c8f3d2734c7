import { describe, expect, test } from 'vitest';
import { minifyCss } from '../../.config/pages/rewrite-css.ts';
import { pruneCss } from '../../.config/pages/styles.ts';

const HTML =
  '<main class="wide [&amp;&gt;li]:mt-2"><details data-hue="teal">A card</details></main>';
const pruned = (css: string, scripts = ''): string => minifyCss(pruneCss(css, HTML, scripts));

describe('a page keeps', () => {
  test.each([
    ['a class of its markup', '.wide{top:1px}'],
    ['a class with an entity in it', '.\\[\\&\\>li\\]\\:mt-2{top:1px}'],
    ['what is no class', 'details[open]{top:1px}[hidden]{top:2px}[data-hue=teal]{top:3px}'],
    ['one of several', '.wide:is(.narrow,main){top:1px}'],
    ['what is not something else', '.wide:not(.narrow){top:1px}'],
  ])('%s', (_what, rule) => {
    expect(pruned(rule)).toBe(rule);
  });

  test.each([
    ['in quotes', 'e.className="narrow"'],
    ['within a template', 'className:`big narrow${x}`'],
  ])('a class that a script names %s', (_where, script) => {
    expect(pruned('.narrow{top:1px}', script)).toBe('.narrow{top:1px}');
  });

  test.each([
    ['a property', '.wide{text-wrap:balance}', '.text-wrap{text-wrap:wrap}'],
    ['an animation', '@keyframes turn{to{top:1px}}.wide{animation:1s turn}', '.turn{top:1px}'],
  ])('%s with the name of a class that it has not', (_what, rule, other) => {
    expect(pruned(rule + other)).toContain(rule);
  });

  test('the properties that something reads, through others too', () => {
    const css = '.wide{--a:red;--b:var(--a);--c:1px;--d:var(--c)}main{color:var(--b)}';
    expect(pruned(css)).toBe('.wide{--a:red;--b:var(--a)}main{color:var(--b)}');
  });

  test('a property that a script reads', () => {
    expect(pruned(':root{--a:red}', 'getPropertyValue("--a")')).toBe(':root{--a:red}');
  });
});

test.each([
  ['a class that stands in its text alone', '.card{top:1px}'],
  ['a class within one that it has not', '.narrow .wide{top:1px}'],
  ['a property that nothing reads', '@property --x{syntax:"*";inherits:false}'],
])('a page loses %s', (_what, rule) => {
  expect(pruned(rule)).toBe('');
});

test('the thickness of a line stays apart, since Safari drops it within a shorthand', () => {
  const line = 'text-decoration-line:underline;text-decoration-thickness:2px';
  expect(pruned(`.wide{${line};text-decoration-color:red;text-decoration-style:solid}`)).toContain(
    'text-decoration-thickness:2px',
  );
});

/** As Tailwind writes them. */
const FIRST = '*,:before{--tw-edge:solid;--tw-none:initial}';

describe('a custom property', () => {
  test.each([
    ['set once', ':root,:host{--a:1rem}.wide{top:calc(var(--a)*2)}', '.wide{top:2rem}'],
    ['that reads another', ':root{--a:red;--b:var(--a)}.wide{color:var(--b)}', '.wide{color:red}'],
    ['of Tailwind', `${FIRST}.wide{border-style:var(--tw-edge)}`, '.wide{border-style:solid}'],
    ['of Tailwind that is none', `${FIRST}.wide{top:var(--tw-none,1px)}`, '.wide{top:1px}'],
  ])('%s is written where it is read', (_which, css, written) => {
    expect(pruned(css)).toBe(written);
  });

  test.each([
    ['with another value in the dark', '@media (prefers-color-scheme:dark){:root{--a:#fff}}'],
    ['with another value somewhere', '.wide{--a:#fff}'],
  ])('%s stays', (_which, other) => {
    expect(pruned(`:root{--a:#123456}main{color:var(--a)}${other}`)).toContain('var(--a)');
  });

  test('that is set within an element alone stays, whatever stands beside it', () => {
    const css = '.wide{--a:#fff}main{color:var(--a,red)}';
    expect(pruned(css)).toBe(css);
  });

  test('of Tailwind that some rule sets stays, with what it begins with', () => {
    const css = '.wide{--tw-edge:dashed}main{border-style:var(--tw-edge)}';
    expect(pruned(FIRST + css)).toBe(`*,:before{--tw-edge:solid}${css}`);
  });
});
