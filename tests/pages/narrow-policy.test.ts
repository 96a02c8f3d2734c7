import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SONNER_STYLES, narrowPolicy, takePolicy } from '../../.config/pages/finish.ts';

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policyOf = (scripts: readonly string[], styles: readonly string[]): string =>
  `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self' ${scripts.join(' ')}; style-src 'self' ${styles.join(' ')};">`;

const [OWN, MARKED] = ['closeMenus()', 'fetchFont()'];
const POLICY = policyOf([hash(OWN), hash('ofAnotherPage()')], [hash('a{}')]);
const narrowed = (html: string): string => narrowPolicy(POLICY, html, 'b{}');

test('a page’s policy names the scripts and the styles that stand in it, and no others', () => {
  const html = `<script data-own>${MARKED}</script><script type="module">${OWN}</script><script src="/a.js"></script><script type="application/ld+json">{}</script>`;
  const scripts = [hash(MARKED), hash(OWN)];
  expect(narrowed(html)).toBe(policyOf(scripts, [hash('b{}')]));
  const styles = [hash('b{}'), ...SONNER_STYLES];
  expect(narrowed(`${html}<astro-island></astro-island>`)).toBe(policyOf(scripts, styles));
});

test('a script that was pasted into a text ends the build, and so does a page without a policy', () => {
  expect(() => narrowed('<p>Text</p><script>track()</script>')).toThrow(
    "a script that is not the shop's own: <script>track()</script>",
  );
  expect(() => takePolicy('<html></html>')).toThrow('the page has no policy');
  expect(() => narrowPolicy(policyOf([], []), '', '')).toThrow('no hash in script-src');
});
