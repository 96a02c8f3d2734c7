import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildSite } from '../../netlify/local/build.ts';
import { copyProject } from '../project.ts';

const project = copyProject();
afterAll(project.remove);

const ARTICLE = 'content/articles/are-we-rich.md';
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const dayIn = (timeZone: string, time: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time);

/** Builds the pages of a shop in this time zone, and returns whether they include the article. */
const isArticleBuilt = async (timeZone: string, published: string): Promise<boolean> => {
  const catalog = JSON.parse(project.read('content/catalog.json'));
  project.write('content/catalog.json', JSON.stringify({ ...catalog, time_zone: timeZone }));
  const text = project.read(ARTICLE).replace(/^published: .*$/m, `published: ${published}`);
  project.write(ARTICLE, text);
  const directory = path.join(project.root, 'dist');
  await buildSite(project.root, directory, { PUBLIC_SITE_URL: 'https://shop.example' });
  return existsSync(path.join(directory, 'articles/are-we-rich.html'));
};

// The two time zones are 25 hours apart, so the date in UTC always differs from the date in at
// least one of them. If the build used UTC, one of these tests would therefore always fail.
test('publishes an article dated today in a shop far east of UTC', async () => {
  const today = dayIn('Pacific/Kiritimati', Date.now());
  expect(await isArticleBuilt('Pacific/Kiritimati', today)).toBe(true);
});

test('does not publish an article dated tomorrow in a shop far west of UTC', async () => {
  // The build may take up to a minute, and the next day must not begin during the build.
  const tomorrow = dayIn('Pacific/Pago_Pago', Date.now() + DAY_MS + MINUTE_MS);
  expect(await isArticleBuilt('Pacific/Pago_Pago', tomorrow)).toBe(false);
});
