import { expect, test } from 'vitest';
import { minifyCss, shortenNames } from '../../.config/pages/css.ts';

const CSS = `
@layer components { .button { color: red } .button .md\\:flex { color: tan } }
@layer utilities { .flex { display: flex } @media (width >= 48rem) { .md\\:flex { display: flex } } .\\[\\&\\>li\\]\\:mt-1 > li { margin: 1px } .hidden { display: none } }
.menu.astro-abcd1234 { color: blue }`;

const shorten = (html: string, scripts = ''): readonly [string, string] => {
  const [page, css] = shortenNames(html, CSS, scripts);
  return [page, minifyCss(css)];
};

test('classes that a tool has named get short names, in the page and in its styles', () => {
  const [page, css] = shorten(
    '<p class="button md:flex [&amp;&gt;li]:mt-1 menu astro-abcd1234">flex</p>',
  );
  const [, names = ''] = /class="([^"]*)"/.exec(page) ?? [];
  const [button, flex = '', list = '', menu, scope = ''] = names.split(' ');
  expect([button, menu]).toEqual(['button', 'menu']);
  expect(page).toContain('>flex<');
  expect([flex, list, scope].every((name) => /^[a-z]$/.test(name))).toBe(true);
  expect(new Set([flex, list, scope]).size).toBe(3);
  expect(css).toContain(`.button .${flex}{color:tan}`);
  expect(css).toContain(`{.${flex}{display:flex}}`);
  expect(css).toContain(`.${list}>li{margin:1px}`);
  expect(css).toContain(`.menu.${scope}{color:#00f}`);
});

test('what a script names keeps its name', () => {
  const [page, css] = shorten('<p class="hidden flex">', 'classList.add("hidden")');
  expect(page).toMatch(/class="hidden [a-z]"/);
  expect(css).toContain('.hidden{display:none}');
});

test('a class of the shop’s own that is as short ends the build', () => {
  expect(() => shorten('<p class="flex a">')).toThrow('a class is too short: a');
});
