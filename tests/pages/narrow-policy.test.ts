import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SONNER_STYLES, narrowPolicy, takePolicy } from '../../.config/pages/finish.ts';

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const OWN = 'closeMenus()';
const POLICY = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' ${hash(OWN)} ${hash('ofAnotherPage()')}; style-src 'self' ${hash('a{}')};">`;
const narrowed = (html: string): string => narrowPolicy(POLICY, html, 'b{}');

test('a page’s policy names the scripts and the style that stand in it, and no others', () => {
  const marked = 'fetchFont()';
  const html = `<script data-own>${marked}</script><p>Text</p><script type="module">${OWN}</script><script src="/a.js"></script>`;
  expect(narrowed(html)).toBe(
    `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' ${hash(marked)} ${hash(OWN)}; style-src 'self' ${hash('b{}')};">`,
  );
});

test('that of a page with islands also names the stylesheet of the toasts', () => {
  const html = `<script data-own>${OWN}</script><astro-island></astro-island>`;
  expect(narrowed(html)).toContain(`style-src 'self' ${hash('b{}')} ${SONNER_STYLES.join(' ')};`);
});

test('a script that was pasted into a text ends the build', () => {
  expect(() => narrowed('<p>Text</p><script>track()</script>')).toThrow(
    "a script that is not the shop's own: <script>track()</script>",
  );
});

test('data in a script needs no leave', () => {
  expect(narrowed('<script type="application/ld+json">{}</script>')).not.toContain(hash('{}'));
});

test('a page without a policy, or with one without hashes, ends the build', () => {
  expect(() => takePolicy('<html></html>')).toThrow('the page has no policy');
  const open = '<meta http-equiv="content-security-policy" content="script-src \'self\';">';
  expect(() => narrowPolicy(open, '', 'b{}')).toThrow('the policy has no hash in script-src');
});
