import { getStore } from '@netlify/blobs';
import { afterEach, expect, test, vi } from 'vitest';
import type { Check, HealthReport } from '../../src/contract/health.ts';
import { healthReport, sealHealthToken } from '../../netlify/admin/health.ts';
import { type Probe, siteChecks } from '../../netlify/commands/site-checks.ts';
import { publishEdition } from '../../netlify/guides/editions.ts';
import { ACTIVE } from '../catalog.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const secret = process.env['SIGNING_SECRET'] ?? '';
const now = () => Math.floor(Date.now() / 1000);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  shop.failBlobs('none');
});

const ask = (headers: HeadersInit = {}) => shop.call('/api/health', { headers });
const bearing = async (token: Promise<string>) => ask({ authorization: `Bearer ${await token}` });
const report = async (): Promise<HealthReport> => (await owner.call('/api/health')).json();

const reportOf = async (about: string): Promise<Check[]> =>
  (await report()).checks.filter((check) => check.about === about);

/** "state: words" of a finding. */
const find = async (about: string): Promise<string> => {
  const found = (await reportOf(about))[0];
  return `${found?.state}: ${found?.says} → ${found?.next}`;
};

test.each<[string, () => Promise<Response>]>([
  ['a stranger', () => ask()],
  ['another secret', () => bearing(sealHealthToken(`${secret}!`, now()))],
  ['a token of a minute ago', () => bearing(sealHealthToken(secret, now() - 60))],
])('%s reads only that the shop is there, without a call outside', async (_, asks) => {
  const before = shop.calls();
  const response = await asks();
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
});

test('the owner and the doctor read the state of each service', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await shop.runSchedule();
  const byToken: HealthReport = await (await bearing(sealHealthToken(secret, now() - 59))).json();
  for (const { checks } of [await report(), byToken]) {
    expect(checks.map(({ about, state }) => `${about}: ${state}`)).toEqual([
      'Settings: ok',
      'Buyer secret: ok',
      'Stripe account: ok',
      'Order database: ok',
      'Email: ok',
      'SPF: ok',
      'DKIM: ok',
      ...ACTIVE.map(() => 'Guide files: warning'), // samples of the tests
      'Schedule: ok',
    ]);
  }
});

/** The functions as the doctor finds them, behind a good home page of that time. */
const probeAt =
  (ms: number): Probe =>
  async (path, init) => {
    const headers = { date: new Date(ms).toUTCString() };
    const home = new Response(`<link rel="canonical" href="${shop.siteUrl}/">`, { headers });
    const answer = path === '/' ? home : await shop.call(path, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

// The doctor signs at the time of the home page, since the clock of its computer may be wrong.
test.each([
  ['knows', 0, ['Address: ok', 'Webhook secret: ok', 'Settings: ok']],
  ['refuses', 3600, ['Address: ok', 'Webhook secret: fault', 'Inside the shop: warning']],
])('the shop %s a doctor with its secrets and a home page that is %i s old', async (...row) => {
  const [, seconds, states] = row;
  const secrets = { signing: secret, webhook: shop.webhookSecret };
  const checks = await siteChecks(shop.siteUrl, secrets, probeAt(Date.now() - seconds * 1000));
  expect(checks.slice(0, 3).map(({ about, state }) => `${about}: ${state}`)).toEqual(states);
});

test.each([
  ['Redis', shop.failRedis, ['Order database', 'Schedule']],
  ['Stripe', shop.failStripe, ['Stripe account']],
  ['Blobs', shop.failBlobs, ['Guide files']],
  ['Mail', shop.failMail, ['Email']],
] as const)('while %s fails, the report says so and judges the other services', async (...row) => {
  const [, fail, abouts] = row;
  fail('cut');
  const { status, checks } = await report();
  const faults = checks.filter(({ state }) => state === 'fault');
  expect([status, ...faults.map(({ about }) => about)]).toEqual(['fault', ...abouts]);
  for (const { says, link } of faults) {
    expect(says).toMatch(/^It isn’t responding/);
    expect(link?.href).toMatch(/^https:/);
  }
  expect(JSON.stringify(checks)).not.toMatch(/of.the.(tests|stores)/);
});

test('the report says whether the schedule has not run yet, runs, or has stopped', async () => {
  await shop.redis.flushall();
  expect(await find('Schedule')).toMatch(/^warning: It hasn’t finished a run yet.* → .*"jobs"/);
  vi.useFakeTimers({ toFake: ['Date'] });
  await shop.runSchedule();
  vi.setSystemTime(Date.now() + 30 * 60_000);
  const began = /^ok: The last run that finished began on \w+ \d+, \d{4} at /;
  expect(await find('Schedule')).toMatch(began);
  vi.setSystemTime(Date.now() + 1000);
  expect(await find('Schedule')).toMatch(/^fault: .*it has stopped\. .* → .*"jobs" on Netlify/);
});

test('the report names the guides on sale that have no file', async () => {
  for (const {
    files: [guide],
  } of ACTIVE) {
    await publishEdition(guide.name, { bytes: new Uint8Array(9) });
  }
  expect(await find('Guide files')).toMatch(/^ok: Every product has all of its files\. /);
  const [gone] = ACTIVE;
  await getStore('guides-dev').delete(`${gone?.files[0].name}/record.json`);
  const fault = `fault: ${gone?.name} has no file, so its buyers don’t get it. → Upload a PDF`;
  expect(await find('Guide files')).toContain(fault);
});

test('the report links each guide without its file, or with a sample, to its place on /admin-upload', async () => {
  const [first] = ACTIVE;
  await getStore('guides-dev').delete(`${first?.files[0].name}/record.json`);
  for (const {
    files: [guide],
  } of ACTIVE.slice(1)) {
    await publishEdition(guide.name, { bytes: new Uint8Array(7), sampleOf: 'a sample' });
  }
  const links = (await reportOf('Guide files')).map(({ link }) => link);
  expect(links.map((link) => link?.href)).toEqual(ACTIVE.map(({ id }) => `/admin-upload#${id}`));
  for (const [index, { name }] of ACTIVE.entries()) {
    expect(links[index]?.text).toMatch(/^Upload the PDF of /);
    expect(links[index]?.text).toContain(name);
  }
});

test.each([
  { shop: 'a live shop', context: 'production', key: 'sk_live_1', state: 'fault' },
  { shop: 'a shop in test mode', context: 'production', key: 'sk_test_1', state: 'warning' },
  { shop: 'a preview', context: 'deploy-preview', key: 'sk_live_1', state: 'warning' },
])('a sample that buyers get is a $state in $shop', async ({ context, key, state }) => {
  vi.stubGlobal('Netlify', { context: { deploy: { context } } });
  vi.stubEnv('STRIPE_SECRET_KEY', key);
  for (const {
    files: [guide],
  } of ACTIVE) {
    await publishEdition(guide.name, { bytes: new Uint8Array(8), sampleOf: 'a sample' });
  }
  const { checks } = await healthReport();
  const found = checks.filter(({ about }) => about === 'Guide files');
  expect(found.map((check) => check.state)).toEqual(ACTIVE.map(() => state));
  for (const { says } of found) expect(says).toMatch(/^Buyers of .* get a sample\.$/);
});

test.each([
  { where: 'on Netlify', siteName: 'coins', page: 'https://app.netlify.com/projects/coins/' },
  { where: 'without the site’s name', siteName: '', page: 'https://app.netlify.com' },
])('the report links a wrong setting to Netlify’s settings, $where', async (row) => {
  vi.stubGlobal('Netlify', { context: { deploy: { context: 'production' } } });
  vi.stubEnv('SITE_NAME', row.siteName);
  vi.stubEnv('MAIL_API_KEY', '');
  vi.stubEnv('OWNER_EMAIL', 'owner');
  const { checks } = await healthReport();
  for (const [about, name] of [
    ['OWNER_EMAIL', 'OWNER_EMAIL'],
    ['Email', 'MAIL_API_KEY'],
  ] as const) {
    const link = checks.find((check) => check.about === about)?.link;
    expect(link?.text).toContain(name);
    expect(link?.href.startsWith(row.page)).toBe(true);
  }
  const withoutLink = checks.filter(({ state, link }) => state !== 'ok' && !link);
  expect(withoutLink).toEqual([]);
});
