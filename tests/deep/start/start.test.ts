import { expect, test } from 'vitest';
import { buy, download, post } from '../../buyer.ts';
import { productOf } from '../../catalogue.ts';
import { freePort } from '../../ports.ts';
import { sampleText } from '../../samples/stored.ts';
import { hasTool, needs } from '../../tools.ts';
import { SETTING, testAds } from './ads.ts';
import { edit, testCheckoutOptions, testEdited } from './edited.ts';
import { type Running, interrupt, projectToStart } from './npm-start.ts';

const [PORT, OTHER_PORT] = [await freePort(), await freePort()];
const { project, start } = projectToStart();

// One build serves all tests: of an edited project, with an ad service.
edit(project);
let shop = await start(PORT, 'start', { PUBLIC_ADS_CONVERSION: SETTING });
const session = await buy(shop.site, 'guide-1');
const adminOf = ({ output }: Running) =>
  /^Admin: (\S+), password: (\S+)$/m.exec(output())?.slice(1) ?? [];

test('a guide is bought and downloaded', async () => {
  const file = await download(shop.site, session);
  const text = Buffer.from(await file.bytes()).toString('latin1');
  expect(text).toMatch(/^%PDF-[^]*%%EOF\s*$/);
});

test('the addresses of the admin page, with its password, and of the inbox are said', async () => {
  const [adminPage = '', password] = adminOf(shop);
  expect(adminPage).toBe(`${shop.site}/admin-upload`);
  expect((await fetch(adminPage)).status).toBe(200);
  const { expiresAt } = await post(shop.site, '/api/admin/login', { password });
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now());
  const [, inbox = ''] = /^Inbox: (\S+)$/m.exec(shop.output()) ?? [];
  expect(await (await fetch(inbox)).text()).toContain('<h1>Inbox</h1>');
});

testEdited(shop.site);
testCheckoutOptions(shop.site);
testAds(shop.site);

let other: Running;

test('a shop that is started again after it was killed has its orders, and the changed words', async () => {
  await interrupt(shop, 'SIGKILL');
  const guide = 'content/guides/guide-2.md';
  project.write(guide, project.read(guide).replace(/^tagline: .*$/m, 'tagline: Changed since'));
  [shop, other] = await Promise.all([start(PORT), start(OTHER_PORT)]);
  expect(await (await fetch(`${shop.site}/guide-2`)).text()).toContain('Changed since');
  if (!hasTool('pdftotext')) return;
  const sample = sampleText(project.root, PORT, productOf('guide-2').file_name);
  expect(sample).toContain('Changed since');
});

test('an order outlives the shop that was killed', needs('redis-server'), async () => {
  const { status } = await post(shop.site, '/api/verify-payment', { sessionId: session });
  expect(status).toBe('paid');
  expect((await download(shop.site, session)).status).toBe(200);
});

test('two shops share neither order nor password', async () => {
  const verified = await post(other.site, '/api/verify-payment', { sessionId: session });
  expect(verified).toEqual({ status: 'unpaid', order: null });
  const [, password] = adminOf(shop);
  const refused = post(other.site, '/api/admin/login', { password });
  await expect(refused).rejects.toThrow('/api/admin/login answered 401');
});

test('nothing is left behind of a shop that is interrupted, by Ctrl-C or npm alone', async () => {
  await interrupt(shop, 'SIGINT');
  await interrupt(other, 'SIGTERM', 'npm');
  for (const { site } of [shop, other]) await expect(fetch(site)).rejects.toThrow('fetch failed');
});
