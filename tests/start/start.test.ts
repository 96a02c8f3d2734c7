import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, launchOptions } from '../browser.ts';
import { post } from '../buyer.ts';
import { freePort, localOnly } from '../project.ts';
import { SETTING, testAds } from './ads.ts';
import { testEdited } from './edited.ts';
import { edit } from './edited-project.ts';
import { interrupt, projectToStart } from './npm-start.ts';
import type { Running } from './npm-start.ts';

const PORT = await freePort(8940);
const { project, start } = projectToStart();

// One build serves all tests: of an edited project, with an ad service.
let shop: Running;
beforeAll(async () => {
  edit(project);
  shop = await start(PORT, 'start', { PUBLIC_ADS_CONVERSION: SETTING });
});

test('an unknown address is logged once, without its query', async () => {
  const response = await fetch(`${shop.site}/no-such-page?session_id=cs_test_secret`);
  expect(response.status).toBe(404);
  const page = await response.text();
  expect(page).toContain('Oops! Page not found');
  expect(page, 'the page of the site').toContain('<link rel="canonical"');
  await expect.poll(shop.output).toMatch(/^404 \/no-such-page$/m);
  expect(shop.output().match(/no-such-page/g)).toHaveLength(1);
  expect(shop.output()).not.toContain('cs_test_secret');
  const nowhere = await fetch(`${shop.site}/api/no-such-call`, { method: 'POST' });
  expect(nowhere.status).toBe(404);
});

test('the address of the admin page is said, with a password that opens it', async () => {
  const [, at = '', password = ''] = /^Admin: (\S+), password: (\S+)$/m.exec(shop.output()) ?? [];
  expect(at).toBe(`${shop.site}/admin-upload`);
  expect(await (await fetch(at)).text()).toContain('This page needs JavaScript');
  const { expiresAt } = await post(shop.site, '/api/admin/login', { password });
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
});

test('the address of the inbox is said, and it is open', async () => {
  const [, inbox = ''] = /^Inbox: (\S+)$/m.exec(shop.output()) ?? [];
  expect(inbox).toBe(`http://localhost:${PORT + 1}/inbox`);
  expect(await (await fetch(inbox)).text()).toContain('<h1>Inbox</h1>');
  expect(await (await fetch(`${inbox}.json`)).json()).toEqual(expect.any(Array));
});

test('a port that is taken is said to be, with what to do', async () => {
  const late = spawn('npm', ['start'], { cwd: project.root, env: localOnly(PORT) });
  let said = '';
  late.stderr.on('data', (chunk) => (said += chunk));
  expect(await once(late, 'close')).toEqual([1, null]);
  expect(said).toContain('PORT=9000 npm start');
  expect((await fetch(shop.site)).status).toBe(200);
});

test('a parent buys a guide in a browser and holds the file', inBrowser, async () => {
  const browser = await chromium.launch(launchOptions);
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(`${shop.site}/guide-1`);
  await page.locator('form[action="/api/create-payment"] button').first().click();
  await page.getByLabel('Email').fill('parent@example.com');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByText('Order confirmed').waitFor();
  await page.getByRole('link', { name: 'Go to your download' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Your Guide' }).click();
  const file = readFileSync(await (await saved).path());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.subarray(-6).toString()).toContain('%%EOF');
  expect(errors).toEqual([]);
  await browser.close();
});

describe('after an edit', () => {
  testEdited({ site: `http://localhost:${PORT}`, port: PORT, root: project.root });
});

describe('with an ad service', () => {
  testAds(`http://localhost:${PORT}`);
});

test('nothing is left behind of a shop that is interrupted', async () => {
  await interrupt(shop, 'SIGINT');
  await expect(fetch(shop.site)).rejects.toThrow('fetch failed');
});
