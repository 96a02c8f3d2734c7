import { randomBytes } from 'node:crypto';
import { getStore } from '@netlify/blobs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
const askWithToken = async (token: Promise<string>) =>
  ask({ authorization: `Bearer ${await token}` });
const report = async (): Promise<HealthReport> => (await owner.call('/api/health')).json();

const reportOf = async (about: string): Promise<Check[]> =>
  (await report()).checks.filter((check) => check.about === about);

/** The first finding about a topic, as one string. */
const find = async (about: string): Promise<string> => {
  const found = (await reportOf(about))[0];
  return `${found?.state}: ${found?.says} → ${found?.next}`;
};

test.each([
  { name: 'a request without a token', request: () => ask() },
  {
    name: 'a token signed with another secret',
    request: () => askWithToken(sealHealthToken(`${secret}!`, now())),
  },
  {
    name: 'an expired token',
    request: () => askWithToken(sealHealthToken(secret, now() - 60)),
  },
])('reveals only that the shop is up in response to $name', async ({ request }) => {
  const before = shop.calls();
  const response = await request();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok' });
  expect(shop.callsSince(before)).toEqual([0, 0, 0]);
});

describe('the state of each service', () => {
  const EXPECTED = [
    { about: 'Settings', state: 'ok' },
    { about: 'Buyer secret', state: 'ok' },
    { about: 'Stripe account', state: 'ok' },
    { about: 'Order database', state: 'ok' },
    { about: 'Email', state: 'ok' },
    { about: 'SPF', state: 'ok' },
    { about: 'DKIM', state: 'ok' },
    // The guides of the test shop are samples.
    ...ACTIVE.map(() => ({ about: 'Guide files', state: 'warning' })),
    { about: 'Schedule', state: 'ok' },
  ];
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await shop.runSchedule();
  });

  test('shows the owner the state of each service', async () => {
    const { checks } = await report();
    expect(checks.map(({ about, state }) => ({ about, state }))).toEqual(EXPECTED);
  });

  test('shows the state of each service to a client with a 59-second-old token', async () => {
    const response = await askWithToken(sealHealthToken(secret, now() - 59));
    const { checks }: HealthReport = await response.json();
    expect(checks.map(({ about, state }) => ({ about, state }))).toEqual(EXPECTED);
  });
});

/** Calls the shop as `npm run doctor` does, but returns a home page whose Date header is `ms`. */
const probeAt =
  (ms: number): Probe =>
  async (path, init) => {
    const headers = { date: new Date(ms).toUTCString() };
    const home = new Response(`<link rel="canonical" href="${shop.siteUrl}/">`, { headers });
    const response = path === '/' ? home : await shop.call(path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

const examineAt = async (ms: number) => {
  const secrets = { signing: secret, webhook: shop.webhookSecret };
  const checks = await siteChecks(shop.siteUrl, secrets, probeAt(ms));
  return checks.slice(0, 3).map(({ about, state }) => ({ about, state }));
};

// `npm run doctor` takes the time for its token from the home page's Date header, because the
// computer's clock may be wrong.
describe('npm run doctor with the shop’s secrets', () => {
  test('shows the findings if the home page’s Date header is current', async () => {
    expect(await examineAt(Date.now())).toEqual([
      { about: 'Address', state: 'ok' },
      { about: 'Webhook secret', state: 'ok' },
      { about: 'Settings', state: 'ok' },
    ]);
  });

  test('reports a fault instead of the findings if the home page’s Date header is an hour old', async () => {
    expect(await examineAt(Date.now() - 3_600_000)).toEqual([
      { about: 'Address', state: 'ok' },
      { about: 'Webhook secret', state: 'fault' },
      { about: 'Inside the shop', state: 'warning' },
    ]);
  });
});

describe.each([
  { service: 'Redis', fail: shop.failRedis, abouts: ['Order database', 'Schedule'] },
  { service: 'Stripe', fail: shop.failStripe, abouts: ['Stripe account'] },
  { service: 'Blobs', fail: shop.failBlobs, abouts: ['Guide files'] },
  { service: 'Resend', fail: shop.failMail, abouts: ['Email'] },
])('while $service fails', ({ fail, abouts }) => {
  const reportFaults = async () => {
    fail('cut');
    const { status, checks } = await report();
    return { status, checks, faults: checks.filter(({ state }) => state === 'fault') };
  };

  test('reports faults only for the failing service', async () => {
    const { status, faults } = await reportFaults();
    expect(status).toBe('fault');
    expect(faults.map(({ about }) => about)).toEqual(abouts);
  });

  test('links to the vendor of the failing service', async () => {
    for (const { says, link } of (await reportFaults()).faults) {
      expect(says).toMatch(/^The check failed/);
      expect(link?.href).toMatch(/^https:/);
    }
  });

  test('reveals no secret in the report about the failing service', async () => {
    expect(JSON.stringify((await reportFaults()).checks)).not.toMatch(/of.the.(tests|stores)/);
  });
});

describe('the report on the schedule', () => {
  test('warns if the schedule has never finished a run', async () => {
    await shop.redis.flushall();
    expect(await find('Schedule')).toMatch(/^warning: It hasn’t finished a run yet.* → .*"jobs"/);
  });

  test('finds no problem if the schedule last ran half an hour ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await shop.runSchedule();
    vi.setSystemTime(Date.now() + 30 * 60_000);
    const began = /^ok: The last completed run started on \w+ \d+, \d{4} at /;
    expect(await find('Schedule')).toMatch(began);
  });

  test('reports a fault if the schedule last ran more than half an hour ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await shop.runSchedule();
    vi.setSystemTime(Date.now() + 30 * 60_000 + 1000);
    expect(await find('Schedule')).toMatch(/^fault: .*it has stopped\. .* → .*"jobs" on Netlify/);
  });
});

/** Publishes the guide of each active product. */
const publishGuides = async (edition: { readonly sampleOf?: string } = {}): Promise<void> => {
  for (const { files } of ACTIVE) {
    await publishEdition(files[0].name, { bytes: new Uint8Array(randomBytes(9)), ...edition });
  }
};

const deleteGuide = (product: (typeof ACTIVE)[number] | undefined): Promise<void> =>
  getStore('guides-dev').delete(`${product?.files[0].name}/record.json`);

describe('the report on guide files', () => {
  const [first] = ACTIVE;

  test('finds no problem if every product has its files', async () => {
    await publishGuides();
    expect(await find('Guide files')).toMatch(/^ok: Every product has all of its files\. /);
  });

  test('reports a fault if a product for sale has no file', async () => {
    await publishGuides();
    await deleteGuide(first);
    const fault = `fault: ${first?.name} has no file, so its buyers don’t get it. → Upload a PDF`;
    expect(await find('Guide files')).toContain(fault);
  });

  test('links each missing file and each sample to its place on /admin-upload', async () => {
    await publishGuides({ sampleOf: 'a sample' });
    await deleteGuide(first);
    const links = (await reportOf('Guide files')).map(({ link }) => link);
    expect(links.map((link) => link?.href)).toEqual(ACTIVE.map(({ id }) => `/admin-upload#${id}`));
    for (const [index, { name }] of ACTIVE.entries()) {
      expect(links[index]?.text).toMatch(/^Upload the PDF of /);
      expect(links[index]?.text).toContain(name);
    }
  });
});

test.each([
  { where: 'a live shop', context: 'production', key: 'sk_live_1', state: 'fault' },
  { where: 'a shop in test mode', context: 'production', key: 'sk_test_1', state: 'warning' },
  { where: 'a preview', context: 'deploy-preview', key: 'sk_live_1', state: 'warning' },
  { where: 'a branch deploy', context: 'branch-deploy', key: 'sk_live_1', state: 'warning' },
])('reports a $state if buyers get a sample in $where', async ({ context, key, state }) => {
  vi.stubGlobal('Netlify', { context: { deploy: { context } } });
  vi.stubEnv('STRIPE_SECRET_KEY', key);
  await publishGuides({ sampleOf: 'a sample' });
  const { checks } = await healthReport();
  const found = checks.filter(({ about }) => about === 'Guide files');
  expect(found.map((check) => check.state)).toEqual(ACTIVE.map(() => state));
  for (const { says } of found) expect(says).toMatch(/^Buyers of .* get a sample\.$/);
});

describe.each([
  {
    where: 'if the site’s name is known',
    siteName: 'coins',
    page: 'https://app.netlify.com/projects/coins/',
  },
  { where: 'if the site’s name is unknown', siteName: '', page: 'https://app.netlify.com' },
])('the report $where', ({ siteName, page }) => {
  beforeEach(() => {
    vi.stubGlobal('Netlify', { context: { deploy: { context: 'production' } } });
    vi.stubEnv('SITE_NAME', siteName);
    vi.stubEnv('MAIL_API_KEY', '');
    vi.stubEnv('OWNER_EMAIL', 'owner');
  });

  test.each([
    { about: 'OWNER_EMAIL', setting: 'OWNER_EMAIL' },
    { about: 'Email', setting: 'MAIL_API_KEY' },
  ])('links the finding about $setting to Netlify’s settings', async ({ about, setting }) => {
    const { checks } = await healthReport();
    const link = checks.find((check) => check.about === about)?.link;
    expect(link?.text).toContain(setting);
    expect(link?.href.startsWith(page)).toBe(true);
  });

  test('links each problem to a page where it can be fixed', async () => {
    const { checks } = await healthReport();
    expect(checks.filter(({ state, link }) => state !== 'ok' && !link)).toEqual([]);
  });
});
