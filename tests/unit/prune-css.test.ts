import { describe, expect, test } from 'vitest';
import { pruneCss } from '../../.config/pages/prune-css.ts';

const HTML =
  '<main class="wide sm:w-[1/2] [&amp;>li]:mt-2" id="top"><details><summary>A card</summary></details>';
const pruned = (css: string, scripts = ''): string => pruneCss(css, { html: HTML, scripts });

describe('of a stylesheet a page keeps', () => {
  test.each([
    ['what it has: a class', '.wide{top:1px}'],
    ['a class with signs in it', '.sm\\:w-\\[1\\/2\\]{top:1px}'],
    ['an element', 'summary{top:1px}'],
    ['an id', '#top{top:1px}'],
    ['an attribute', '[id]{top:1px}'],
    ['a value of an attribute', '[id=top]{top:1px}'],
    ['what the browser sets itself', 'details[open]{top:1px}'],
    ['a state', '.wide:hover{top:1px}'],
    ['a state of anything', ':focus-visible{top:1px}'],
    ['a part of anything', '::selection{color:red}'],
    ['what is not something else', '.wide:not(.narrow){top:1px}'],
    ['one of several', '.wide:is(.narrow,main){top:1px}'],
    ['a class with an entity in it', '.\\[\\&\\>li\\]\\:mt-2{top:1px}'],
    ['a property that is new to the pruner', '.wide{text-wrap:balance}'],
  ])('%s', (_what, rule) => {
    expect(pruned(rule)).toBe(rule);
  });

  test('a class that only its scripts name', () => {
    expect(pruned('.narrow{top:1px}', 'e.className="narrow"')).toBe('.narrow{top:1px}');
  });

  test('an attribute that its scripts set', () => {
    const rule = '[hidden]{display:none}';
    expect(pruned(rule, 'jsx("canvas",{hidden:s!==`drawn`})')).toBe(rule);
  });

  test('a class within a template of its scripts', () => {
    expect(pruned('.note{top:1px}', 'className:`big note${x}`')).toBe('.note{top:1px}');
  });

  test('the properties that something reads, through others too', () => {
    const css = ':root{--a:red;--b:var(--a);--c:1px;--d:var(--c)}.wide{color:var(--b)}';
    expect(pruned(css)).toBe(':root{--a:red;--b:var(--a)}.wide{color:var(--b)}');
  });
});

describe('and leaves out', () => {
  test.each([
    ['a class that it only has as a word', '.card{top:1px}'],
    ['a class within one that it has not', '.narrow .wide{top:1px}'],
    ['what none of several is', '.wide:is(.narrow,table){top:1px}'],
    ['a value that an attribute never has', '[id=bottom]{top:1px}'],
    ['a property that nothing reads', '@property --x{syntax:"*";inherits:false}'],
  ])('%s', (_what, rule) => {
    expect(pruned(rule)).toBe('');
  });
});

/** As Tailwind writes them. */
const firstValues = (values: string): string =>
  `@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:inline))) or (-moz-orient:inline){*,:before{${values}}}}` +
  '@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}';

const themed = (rules: string, scripts = ''): string =>
  pruned(`:root,:host{--edge:1rem;--ink:#123456}${rules}`, scripts);

describe('of the first values of Tailwind’s properties', () => {
  test.each([
    ['is written where it is read', 'border-style:var(--tw-border-style)', 'border-style:solid'],
    ['that is none leaves what stands beside it', 'top:var(--tw-none,1px)', 'top:1px'],
    [
      'that Tailwind has not leaves that too',
      'top:var(--tw-new,calc(1px + 1em))',
      'top:calc(1px + 1em)',
    ],
    ['that is none and has nothing beside it stays', 'top:var(--tw-none)', 'top:var(--tw-none)'],
  ])('one %s', (_what, rule, written) => {
    const css = `${firstValues('--tw-border-style:solid;--tw-none:initial')}.wide{${rule}}`;
    expect(pruned(css)).toBe(`@layer properties;.wide{${written}}`);
  });

  test('those that a rule sets keep a rule for all elements, once', () => {
    const css =
      firstValues('--tw-border-style:solid;--tw-none:initial') +
      '.wide{--tw-border-style:dashed}main{border-style:var(--tw-border-style)}';
    expect(pruned(css)).toBe(
      '@layer properties{*,:before{--tw-border-style:solid}}.wide{--tw-border-style:dashed}main{border-style:var(--tw-border-style)}',
    );
  });
});

describe('of the tokens', () => {
  test('one that never varies is written where it is read', () => {
    expect(themed('.wide{margin:calc(var(--edge)*2)}')).toBe('.wide{margin:2rem}');
  });

  test.each([
    [
      'has another value in the dark',
      '.wide{color:var(--ink)}@media (prefers-color-scheme:dark){:root{--ink:#fff}}',
    ],
    ['has another value somewhere', '.wide{--ink:#fff}main{color:var(--ink)}'],
  ])('one that %s stays', (_what, rules) => {
    expect(themed(rules)).toContain('var(--ink)');
  });

  test('one that would be long to repeat stays', () => {
    const css = ':root,:host{--size:clamp(1.25rem, 1.17rem + .35vw, 1.5rem)}';
    const rules = ['.wide', 'main', 'summary'].map((name) => `${name}{top:1px;width:var(--size)}`);
    expect(pruned(css + rules.join('p{top:2px}')).match(/clamp/g)).toHaveLength(1);
  });

  test('one that a script reads stays', () => {
    const css = themed('.wide{margin:var(--edge)}', 'style="padding:var(--edge)"');
    expect(css).toBe(':root,:host{--edge:1rem}.wide{margin:var(--edge)}');
  });
});
