import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inBrowser } from '../../browser.ts';
import { buy, download, post } from '../../buyer.ts';
import {
  fileNameOf,
  ARTICLES,
  GUIDES,
  centsOf,
  dollars,
  priceOf,
  productOf,
} from '../../catalog.ts';
import { freePort } from '../../ports.ts';
import { readPages, storedText } from '../../guides/pdf-text.ts';
import { storedFile, withoutLine } from '../../project.ts';
import { hasTool, needs, onlyIf } from '../../tools.ts';
import { type Running, interrupt, newPage, projectToStart } from './npm-start.ts';
import { testOtherBrowsers } from './other-browsers.ts';

const PORT = await freePort();
const OTHER_PORT = await freePort();
const { project, start, processes } = projectToStart();
const { read, write } = project;

/** A photo of several megabytes, like one from a phone. */
const takePhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 3000,
      height: 4000,
      channels: 3,
      background: '#1f8a8c',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
const PHOTO = await takePhoto();

// All tests use one build. It has an ad service, every checkout option, a legal name, a license and
// pictures. The bundle is inactive.
const catalog = JSON.parse(read('content/catalog.json'));
for (const product of catalog.products) product.is_active &&= product.id !== 'bundle';
const OTHER_FILES = [
  { name: 'Guide-1-Large-Print.pdf', label: 'Large print' },
  { name: 'Guide-1-Charts.pdf', label: 'Charts' },
] as const;
catalog.products[0].files.push(...OTHER_FILES);
const options = { promotion_codes: true, tax: 'inclusive', invoices: true, withdrawal: true };
catalog.checkout = { ...options, adaptive_pricing: true };
write('content/catalog.json', JSON.stringify(catalog));
const addFields = (file: string, fields: string): void =>
  write(file, read(file).replace('---\n', `---\n${fields}\n`));
addFields('content/site.md', 'legalName: Elm LLC\npostalAddress: 12 Elm St, Łódź');
const LAST_DAY = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
addFields(
  'content/site.md',
  'newsletter: { text: Once a month., link: Get it, to: https://news.example/ }',
);
addFields(
  'content/site.md',
  [
    'notice:',
    '  text: Half price',
    '  link: { text: See the guides, to: /#guides }',
    `  until: ${LAST_DAY}`,
  ].join('\n'),
);
write(
  'content/articles/later.md',
  read('content/articles/are-we-rich.md').replace(/^published: .*$/m, 'published: 2999-01-01'),
);
addFields('content/articles/are-we-rich.md', 'formerly: [/articles/rich, /rich]');
addFields('content/guides/guide-2.md', 'formerly: [/guide-teens]');
addFields('content/creator.md', 'license: https://license.example/1\nabout: Plans. Has twins.');
const inProject = (file: string): string => join(project.root, file);
rmSync(inProject('content/creator.svg'), { force: true });
write('content/creator.jpg', PHOTO);
const firstPictures = (GUIDES[0]?.inside ?? []).length;
write(`content/guides/guide-1/inside-${firstPictures + 1}.jpg`, await takePhoto());
write(
  'content/guides/guide-1.md',
  read('content/guides/guide-1.md').replace(
    /^inside:\n|(?=^preview:)/m,
    'inside:\n  - a new page\n',
  ),
);
rmSync(inProject('content/guides/guide-3/sample.pdf'), { force: true });

let shop = await start(PORT, 'start', { PUBLIC_ADS_CONVERSION: 'AW-123456789/AbC-D_efG' });
const { site } = shop;
const session = await buy(site, 'guide-1');
const adminOf = ({ output }: Running) =>
  /^Admin: (\S+), password: (\S+)$/m.exec(output())?.slice(1) ?? [];

/** The HTML of a page with each run of white space replaced by one space. */
const page = async (pathname: string): Promise<string> =>
  (await (await fetch(site + pathname)).text()).replace(/\s+/g, ' ');

test('prints the address and the password of the admin page', async () => {
  const [adminPage = '', password] = adminOf(shop);
  expect(adminPage).toBe(`${site}/admin-upload`);
  expect((await fetch(adminPage)).status).toBe(200);
  const { expiresAt } = await post(site, '/api/admin/login', { password });
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
});

test('prints the address of the inbox', async () => {
  const [, inbox = ''] = /^Inbox: (\S+)$/m.exec(shop.output()) ?? [];
  expect(await (await fetch(inbox)).text()).toContain('<h1>Inbox</h1>');
});

test('reports a product without a PDF, and says where to upload one', () => {
  const { name } = productOf('guide-3');
  expect(shop.output()).toContain(`${name} has no PDF yet. Upload it at /admin-upload.`);
});

test('names the seller in page footers and in the terms', async () => {
  for (const pathname of ['/', '/guide-1', '/terms']) {
    expect(await page(pathname), pathname).toContain('Elm LLC, 12 Elm St, Łódź</p>');
  }
  expect(await page('/terms')).toContain('is run by Elm LLC, 12 Elm St, Łódź.');
});

test('shows the financial planner’s photo, license and description', async () => {
  const home = await page('/');
  expect(home).toMatch(/<img[^>]* src="\/_astro\/creator\.[^>]*>/);
  for (const text of ['href="https://license.example/1"', 'Plans. Has twins.']) {
    expect(home).toContain(text);
  }
});

test('shows the pictures of a guide’s pages that the owner added', async () => {
  const guide = await page('/guide-1');
  expect(guide).toMatch(/<img src="\/_astro\/inside-1[^>]* alt="a new page"/);
  expect(guide).toContain(`/_astro/inside-${firstPictures + 1}.`);
});

test('publishes smaller versions of the owner’s pictures instead of the originals', () => {
  const folder = inProject(`.netlify/local/${PORT}/dist/_astro`);
  const files = readdirSync(folder).filter((file) => /\.(?:jpe?g|webp|png)$/.test(file));
  expect(files.some((file) => file.startsWith('creator'))).toBe(true);
  for (const file of files) {
    expect(statSync(join(folder, file)).size, file).toBeLessThan(PHOTO.length / 4);
  }
});

test('does not offer an inactive bundle', async () => {
  for (const pathname of ['/', ...GUIDES.map(({ path }) => path)]) {
    expect(await page(pathname), pathname).not.toMatch(/value="bundle"|href="\/#bundle"/);
  }
});

test('does not publish an article before its date', async () => {
  expect((await fetch(`${site}/articles/later`)).status).toBe(404);
  for (const pathname of ['/articles', '/articles/feed.xml', '/sitemap-0.xml']) {
    expect(await page(pathname), pathname).not.toContain('/articles/later');
  }
});

test.each([
  { name: 'an article', former: '/articles/rich', current: '/articles/are-we-rich' },
  {
    name: 'an article and keeps the promotion code',
    former: '/rich?code=A',
    current: '/articles/are-we-rich?code=A',
  },
  { name: 'a guide', former: '/guide-teens/', current: '/guide-2' },
])('redirects the former address of $name', async ({ former, current }) => {
  const response = await fetch(site + former, { redirect: 'manual' });
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe(current);
});

test('keeps the feed id of a renamed article', async () => {
  expect(await page('/articles/feed.xml')).toMatch(/<guid[^>]*>[^<]*\/articles\/rich<\/guid>/);
});

test('links from the lesson and the articles to the newsletter', async () => {
  for (const pathname of ['/lesson', ARTICLES[0] ?? '']) {
    expect(await page(pathname), pathname).toContain('href="https://news.example/"');
  }
});

test('shows no notice on the download page', async () => {
  expect(await page('/terms')).toContain('Half price');
  expect(await page('/guide-download')).not.toContain('Half price');
});

test('shows the notice on public pages through its last day', inBrowser, async () => {
  const parent = await newPage();
  const notice = parent.getByRole('complementary', { name: 'Notice' });
  for (const pathname of ['/', '/guide-1', '/terms']) {
    await parent.goto(`${site}${pathname}`);
    await notice.getByText('Half price').waitFor();
  }
  await parent.clock.setFixedTime(Date.now() + 10 * 24 * 60 * 60 * 1000);
  await parent.goto(site);
  await parent.getByRole('heading', { level: 1 }).waitFor();
  expect(await notice.count()).toBe(0);
});

const PRICE = priceOf('guide-1');
const DISCOUNT = dollars(Math.round(centsOf('guide-1') / 4));

test('applies a promotion code from a link until the parent removes it', inBrowser, async () => {
  const parent = await newPage();
  await parent.goto(`${site}/about?code=SPRING`);
  await parent.getByText('Code SPRING is saved for checkout.').waitFor();
  expect(parent.url()).toBe(`${site}/about`);
  await parent.goto(`${site}/guide-1`);
  await parent.getByText('tax included').first().waitFor();
  await parent.getByText('Code SPRING is saved for checkout.').waitFor();
  await parent.getByRole('button', { name: 'Buy Guide 1' }).click();
  await parent.getByText(`${PRICE}, with ${DISCOUNT} off`).waitFor();
  await parent.getByRole('button', { name: 'Use 4242' }).click();
  await parent.getByText('Order confirmed').waitFor();

  await parent.goto(`${site}/guide-1`);
  await parent.getByRole('button', { name: 'Remove' }).click();
  await parent.getByText('is saved for checkout').waitFor({ state: 'hidden' });
  await parent.getByRole('button', { name: 'Buy Guide 1' }).click();
  await parent.getByRole('button', { name: `Pay ${PRICE}` }).waitFor();
  expect(await parent.getByText(/ off$/).count()).toBe(0);
});

test('lets the parent withdraw from a purchase in two steps', inBrowser, async () => {
  const parent = await newPage();
  await parent.goto(`${site}/guide-download?session_id=${await buy(site, 'guide-1')}`);
  await parent.getByRole('link', { name: 'Withdraw from this purchase' }).click();
  await parent.getByText('We’ll refund you the way you paid').waitFor();
  await parent.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await parent.getByRole('heading', { name: 'You’ve withdrawn' }).waitFor();
  expect(await parent.getByRole('status').textContent()).toContain('You withdrew');
});

/** Opens the download page of the first order and waits for its files. */
const openDownloads = async (device?: BrowserContextOptions): Promise<Page> => {
  const parent = await newPage(device);
  await parent.goto(`${site}/guide-download?session_id=${session}`);
  await parent.getByRole('heading', { name: 'Your Guide is Ready!' }).waitFor();
  return parent;
};

describe('a guide with three files', () => {
  const DESKTOP = { viewport: { width: 1280, height: 800 } };

  test('hides additional files from buyers until the owner uploads them', inBrowser, async () => {
    const parent = await openDownloads();
    expect(await parent.getByText('More files').count()).toBe(0);
  });

  test('accepts an upload of each additional file from the owner', inBrowser, async () => {
    const [address = '', password = ''] = adminOf(shop);
    const owner = await newPage(DESKTOP);
    await owner.goto(address);
    await owner.getByLabel('Password').fill(password);
    await owner.getByRole('button', { name: 'Log in' }).click();
    for (const { name, label } of OTHER_FILES) {
      const item = owner.locator(`[data-product="${name}"]`);
      await item.getByRole('heading', { name: `(${label})` }).waitFor();
      await item.getByText('Buyers don’t see it until you upload it.').waitFor();
      const sample = inProject('content/guides/guide-2/sample.pdf');
      await item.locator('input[type=file]').setInputFiles(sample);
      await item.getByRole('button', { name: 'Publish' }).click();
      await item.getByText('Published.').waitFor();
      await item.getByText('sample.pdf, 15 pages, ').waitFor();
      expect(await item.getByText('No file yet.').count()).toBe(0);
    }
  });

  test.each([
    { name: 'a phone', device: undefined },
    { name: 'a desktop computer', device: DESKTOP },
  ])(
    'downloads the guide from the button and additional files from links on $name',
    inBrowser,
    async ({ device }) => {
      const parent = await openDownloads(device);
      const saved: string[] = [];
      parent.on('download', (one) => saved.push(one.suggestedFilename()));
      await parent.getByRole('button', { name: 'Download Your Guide' }).click();
      await parent.getByText('Saved.').waitFor();
      expect(saved).toEqual([fileNameOf('guide-1')]);
      for (const { name, label } of OTHER_FILES) {
        const link = parent.getByRole('link', { name: label });
        expect(await link.textContent()).toMatch(new RegExp(`${name}, \\d+ KB`));
        const [one] = await Promise.all([parent.waitForEvent('download'), link.click()]);
        expect(one.suggestedFilename()).toBe(name);
        const bytes = readFileSync(await one.path());
        expect(withoutLine(bytes).equals(storedFile(project.root, String(PORT), name))).toBe(true);
      }
    },
  );

  test('links to all files of a guide without JavaScript', inBrowser, async () => {
    const parent = await newPage({ javaScriptEnabled: false });
    await parent.goto(`${site}/guide-download?session_id=${session}`);
    await parent.getByRole('button', { name: 'Show my files' }).click();
    await parent.getByRole('link', { name: `Download ${fileNameOf('guide-1')}` }).waitFor();
    for (const { name, label } of OTHER_FILES) {
      const paragraph = parent.locator('p').filter({ hasText: `${label}: Download ${name}` });
      expect(await paragraph.textContent()).toMatch(/\(\d+ KB\)/);
    }
  });
});

testOtherBrowsers(project.root, site);

let other: Running;

test('uses changed text and sample PDFs after being killed and restarted', async () => {
  await interrupt(shop, 'SIGKILL');
  const guide = 'content/guides/guide-2.md';
  write(guide, read(guide).replace(/^tagline: .*$/m, 'tagline: Changed since'));
  const sample = inProject('content/guides/guide-2/sample.pdf');
  copyFileSync(inProject('content/guides/guide-1/sample.pdf'), sample);
  [shop, other] = await Promise.all([start(PORT), start(OTHER_PORT)]);
  expect(await page('/guide-2')).toContain('Changed since');
  if (!hasTool('pdftotext')) return;
  const stored = storedText(project.root, PORT, fileNameOf('guide-2'));
  expect(stored).toBe(readPages(readFileSync(sample)).join(' '));
});

test('keeps its orders after being killed and restarted', needs('redis-server'), async () => {
  const { status } = await post(site, '/api/verify-payment', { sessionId: session });
  expect(status).toBe('paid');
  expect((await download(site, session)).status).toBe(200);
});

test('shares neither its orders nor its password with another shop', async () => {
  const verified = await post(other.site, '/api/verify-payment', { sessionId: session });
  expect(verified).toEqual({ status: 'unpaid', order: null });
  const [, password] = adminOf(shop);
  const refused = post(other.site, '/api/admin/login', { password });
  await expect(refused).rejects.toThrow('/api/admin/login responded with 401');
});

const ifProcessesAreListed = onlyIf(existsSync('/proc/self/cwd'), 'this system has no /proc');

test(
  'leaves no process running after Ctrl-C or a signal sent only to npm',
  ifProcessesAreListed,
  async () => {
    expect(processes().length).toBeGreaterThan(4);
    await interrupt(shop, 'SIGINT');
    await interrupt(other, 'SIGTERM', 'npm');
    await expect.poll(processes).toEqual([]);
  },
);
