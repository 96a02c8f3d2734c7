import { expect, test } from 'vitest';
import { ROOT } from '../../netlify/local/settings.ts';
import { readBuiltSite } from './built-site.ts';
import { SECRETS } from './deployed.ts';

const site = await readBuiltSite();

test('the built site holds no secret of the server, neither its value nor its name, and no machine', () => {
  const kept = [
    ...Object.entries(SECRETS).flat(),
    'localhost',
    ROOT,
    site.directory.replace(/\/dist$/, ''),
  ];
  expect(site.files.size).toBeGreaterThan(10);
  for (const file of site.files) {
    const content = site.read(file).toString('latin1');
    for (const words of kept) {
      expect(content.includes(words), `${file} holds ${words}`).toBe(false);
    }
  }
});
