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

test('the first values of Tailwind’s properties are given once, for all browsers', () => {
  const values = '*,:before,:after,::backdrop{--tw-border-style:solid}';
  const css =
    `@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:inline))) or (-moz-orient:inline){${values}}}` +
    '.wide{border-style:var(--tw-border-style)}' +
    '@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}';
  const once = pruned(css);
  expect(once.match(/--tw-border-style:solid/g)).toHaveLength(1);
  expect(once).not.toMatch(/@supports|@property/);
});
