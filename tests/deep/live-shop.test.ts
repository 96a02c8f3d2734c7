import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../netlify/local/build.ts';
import { ARTICLES, GUIDES, fieldsOf, filesIn } from '../catalog.ts';
import { copyProject } from '../project.ts';

const project = copyProject();
afterAll(project.remove);

const directory = path.join(project.root, 'dist');

/** The HTML of a page from the latest build. */
const builtPage = (name: string): string => readFileSync(path.join(directory, name), 'utf8');

/** Builds a shop with these settings. Returns the HTML of its home page. */
const buildHome = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  await buildSite(project.root, directory, {
    PUBLIC_SITE_URL: 'https://shop.example',
    PUBLIC_ADS_CONVERSION: '',
    ...settings,
  });
  return builtPage('index.html');
};

type Named = { readonly name: string; readonly sample?: boolean };

const SAMPLES = [...filesIn('testimonials'), ...filesIn('logos'), 'creator.md']
  .map((file) => fieldsOf<Named>(file))
  .filter(({ sample }) => sample === true);

const SECTIONS = ['id="voices"', 'id="trusted"', 'id="creator"'];

const LIVE = { CONTEXT: 'production', STRIPE_SECRET_KEY: 'sk_live_of_this_test' };

test('finds enough samples in content/ for these tests', () => {
  expect(SAMPLES.length).toBeGreaterThan(2);
});

describe('a published shop with a live key', () => {
  const home = buildHome(LIVE);

  test('shows neither samples nor the sections that contain them', async () => {
    const html = await home;
    for (const { name } of SAMPLES) expect(html).not.toContain(name);
    for (const section of SECTIONS) expect(html).not.toContain(section);
    expect(html).not.toContain('data-sample');
  });

  test('shows neither samples nor a link to the creator on guide and article pages', async () => {
    await home;
    for (const page of [...GUIDES, ...ARTICLES.map((at) => ({ path: at }))]) {
      const html = builtPage(`${page.path.slice(1)}.html`);
      for (const { name } of SAMPLES) expect(html, page.path).not.toContain(name);
      expect(html, page.path).not.toContain('#creator');
      expect(html, page.path).not.toContain('data-sample');
    }
  });

  test('still offers the guides on the home page', async () => {
    expect(await home).toContain('id="guides"');
  });
});

test.each([
  { shop: 'a preview', settings: { ...LIVE, CONTEXT: 'deploy-preview' } },
  {
    shop: 'a published shop with a test key',
    settings: { ...LIVE, STRIPE_SECRET_KEY: 'sk_test_of_this_test' },
  },
])('shows the samples with their marks in $shop', async ({ settings }) => {
  const html = await buildHome(settings);
  for (const section of SECTIONS) expect(html).toContain(section);
  expect(html.split('data-sample').length - 1).toBe(SECTIONS.length);
});
