import { pathToFileURL } from 'node:url';
import path from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  test,
  vi,
} from 'vitest';
import type { Check } from '../../src/contract/health.ts';
import { findSamples } from '../../.config/content.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { EVENT_TYPES } from '../../netlify/orders/stripe-events.ts';
import { PRODUCTS } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { runCommand } from '../commands/run-command.ts';
import { type LiveShop, openLiveShop } from '../health/live-shop.ts';
import { type ProjectCopy, copyProject } from '../project.ts';
import { hasTool, needs } from '../tools.ts';
import { ORIGIN } from './deployed.ts';

/** What a machine that has nothing but a checkout has in its environment. */
const NOTHING = {
  PATH: process.env['PATH'],
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(ROOT, 'tests/health/reroute.ts')).href}`,
};

const ELSEWHERE = 'https://elsewhere.example';

const withoutHeader = (_: string, response: Response): Response => {
  response.headers.delete('strict-transport-security');
  return response;
};

const gone =
  (...paths: readonly string[]) =>
  (at: string, response: Response): Response =>
    paths.includes(at) ? new Response('gone', { status: 404 }) : response;

const isNoRefund = (type: string): boolean => !type.startsWith('refund.');

type Settings = Readonly<Record<string, string | undefined>>;

let project: ProjectCopy;
let shop: LiveShop;
beforeAll(async () => {
  project = copyProject();
  for (const file of await findSamples(project.root)) {
    project.write(file, project.read(file).replace(/^sample: *true *$/m, 'sample: false'));
  }
  if (hasTool('openssl')) shop = await openLiveShop(inject('builtSite'), ORIGIN);
});
afterAll(async () => {
  await shop?.close();
  project.remove();
});

const run = async (settings: Settings, ...args: string[]) => {
  const place = { cwd: project.root, env: { ...NOTHING, ...settings } };
  const { code, out, err } = await runCommand('doctor/doctor', args, place);
  expect(err).toBe('');
  return { code, output: out };
};

const runJson = async (settings: Settings) => {
  const { code, output } = await run(settings, '--json');
  const { status, groups }: { status: string; groups: { checks: Check[] }[] } = JSON.parse(output);
  return { code, status, checks: groups.flatMap(({ checks }) => checks), output };
};

const live = (more: Settings = {}): Settings => ({
  ...shop.environment,
  ...shop.rerouted,
  ...more,
});

const expectNoSecret = (output: string, ...more: (string | undefined)[]): void => {
  const { PUBLIC_SITE_URL: _, MAIL_FROM: __, ...secrets } = shop.environment;
  for (const secret of [...Object.values(secrets), ...more]) {
    if (secret) expect(output).not.toContain(secret);
  }
  expect(output).not.toMatch(/kept.?by.?the.?tests|[sr]k_(live|test)_\w|whsec_\w|cs_live_\w/);
};

test('with nothing but a checkout it names all that is missing at once, each with its cure', async () => {
  const { code, output } = await run({});
  expect(code).toBe(1);
  const missing = [...output.matchAll(/✗ (\w+): It’s missing.*\n    → (.+)/g)];
  expect(missing.map(([, name]) => name)).toEqual([
    'PUBLIC_SITE_URL',
    'STRIPE_SECRET_KEY',
    'UPSTASH_REDIS_REST_URL',
    'UPSTASH_REDIS_REST_TOKEN',
    'SIGNING_SECRET',
    'ADMIN_PASSWORD',
    'STRIPE_WEBHOOK_SECRET',
  ]);
  expect(output).toMatch(/\n7 faults, 1 warning\. Fix the faults and run this again\.\n$/);
});

describe('on a live shop', needs('openssl'), () => {
  beforeEach(() => {
    for (const told of ['log', 'warn', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
  });
  afterEach(() => shop.mend());

  test('it has nothing but ticks for a good one', async () => {
    const { code, output } = await run(live());
    expect(output).not.toMatch(/^ +[✗!→]/m);
    expect(output).toMatch(/\nEverything is working\.\n$/);
    expect(code).toBe(0);
    expect(output.match(/✓/g)?.length).toBeGreaterThan(20);
    expectNoSecret(output);
    // The checkout that it begins is ended.
    const { data } = await shop.client.ask((stripe) => stripe.checkout.sessions.list({ limit: 1 }));
    expect(data.map(({ status }) => status)).toEqual(['expired']);
  });

  /** What is broken, by which settings; what it then says of what, and what to do. */
  type Broken = readonly [
    what: string,
    breaks: () => Settings | void | Promise<Settings | void>,
    about: string,
    says: RegExp,
  ];

  const BROKEN: readonly Broken[] = [
    [
      'a webhook endpoint that is switched off',
      () => shop.breakEndpoint({ disabled: true }),
      'Stripe webhook',
      /it is disabled.* → .*npm run stripe:webhook/,
    ],
    [
      'a key that Stripe does not know',
      () => ({ STRIPE_SECRET_KEY: 'sk_live_keptbythetestsoncemore' }),
      'Stripe account',
      /doesn’t recognize STRIPE_SECRET_KEY.* → .*Copy the secret key again/,
    ],
    [
      'the secret of another endpoint',
      () => ({ STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetestsoncemore' }),
      'Webhook secret',
      /STRIPE_WEBHOOK_SECRET differs.* → .*dashboard\.stripe\.com\/webhooks/,
    ],
    [
      'a token that the database does not know',
      () => ({ UPSTASH_REDIS_REST_TOKEN: 'token-keptbythetestsoncemore' }),
      'Order database',
      /doesn’t recognize UPSTASH_REDIS_REST_TOKEN.* → .*console\.upstash\.com/,
    ],
    [
      'no database',
      () => ({ UPSTASH_REDIS_REST_URL: 'http://localhost:9' }),
      'Order database',
      /doesn’t respond.* → .*UPSTASH_REDIS_REST_URL/,
    ],
    [
      'an address at which nothing is',
      () => ({ PUBLIC_SITE_URL: 'https://no-such-shop.invalid' }),
      'Address',
      /can’t be reached: DNS.* → .*DNS records/,
    ],
    [
      'pages that were built for another address',
      () => ({ PUBLIC_SITE_URL: ORIGIN.replace('//', '//www.') }),
      'Address',
      new RegExp(`built for ${ORIGIN}.* → .*Set PUBLIC_SITE_URL on Netlify`),
    ],
    [
      'a clock that is an hour behind',
      () => ({ TEST_CLOCK_MS: '-3600000' }),
      'Clocks',
      /3\d{3} seconds apart.* → .*Set this computer’s clock/,
    ],
    [
      'an account that may not take payments',
      () => shop.changeAccount({ charges_enabled: false }),
      'Stripe account',
      /can’t accept payments.* → .*dashboard\.stripe\.com\/account/,
    ],
    [
      'an endpoint that is not told of refunds',
      () => shop.breakEndpoint({ enabled_events: EVENT_TYPES.filter(isNoRefund) }),
      'Stripe webhook',
      /doesn’t get refund\.created, refund\.updated, refund\.failed.* → .*npm run stripe:webhook fixes it/,
    ],
    [
      'a certificate that ends in three days',
      () => shop.showCertificate('ending'),
      'Certificate',
      /valid for [23] more days.* → .*renew it/,
    ],
    [
      'headers that something takes out',
      () => shop.intercept(withoutHeader),
      'Security headers',
      /strict-transport-security.* → .*netlify\.toml/,
    ],
    [
      'an address that leads on to another',
      () =>
        shop.intercept((at, response) => (at === '/' ? Response.redirect(ELSEWHERE) : response)),
      'Address',
      new RegExp(`redirects to ${ELSEWHERE}.* → .*Set PUBLIC_SITE_URL`),
    ],
    [
      'an older version of the shop',
      () => shop.intercept(gone('/api/health')),
      'Inside of the shop',
      /older version.* → .*Deploy this one/,
    ],
    [
      'a checkout that is refused',
      () => shop.intercept(gone('/api/create-payment')),
      'Buying',
      /fails with 404.* → .*"create-payment"/,
    ],
    [
      'a key that Resend does not know',
      () => ({ MAIL_API_KEY: 're_kept_by_the_tests_once_more' }),
      'Email',
      /doesn’t recognize MAIL_API_KEY.* → .*resend\.com\/api-keys/,
    ],
    [
      'a domain that is not verified',
      () => ({ MAIL_FROM: 'hello@pending.example' }),
      'Email',
      /pending\.example isn’t verified.* → .*DNS records/,
    ],
    [
      'a domain that Resend does not know',
      () => ({ MAIL_FROM: 'hello@elsewhere.example' }),
      'Email',
      /doesn’t have elsewhere\.example.* → .*resend\.com\/domains/,
    ],
    [
      'a product without its file',
      () => shop.dropFile(PRODUCTS[0]?.file_name ?? ''),
      'Guide files',
      new RegExp(`${(PRODUCTS[0]?.name ?? '').replace(/\W/g, '.')}.* → .*\\/admin-upload`),
    ],
  ];

  const expectFault = async ([, breaks, about, words]: Broken): Promise<void> => {
    const given = (await breaks()) ?? {};
    const { code, status, checks } = await runJson(live(given));
    const found = checks.filter((check) => check.about === about && check.state === 'fault');
    expect(found, JSON.stringify(checks)).not.toEqual([]);
    for (const { says, next } of found) expect(`${says} → ${next}`).toMatch(words);
    const { PUBLIC_SITE_URL: _, ...secrets } = given;
    expectNoSecret(JSON.stringify(checks), ...Object.values(secrets));
    expect([code, status]).toEqual([1, 'fault']);
  };

  // Each is a process.
  const tried = byDepth(
    BROKEN.filter((_, index) => index % 3 === 0),
    BROKEN,
  );
  test.each(tried)('it names %s, and the cure', (...broken) => expectFault(broken));

  test(
    'it names a database that drops orders, and a token that only reads',
    needs('redis-server'),
    async () => {
      const about = 'Order database';
      const may = /is read-only.* → .*isn’t read-only/;
      await expectFault(['', () => shop.readOnlyDatabase(), about, may]);
      await shop.setEviction('allkeys-lru');
      await expectFault(['', () => ({}), about, /allkeys-lru.* → Turn eviction off/]);
    },
  );

  test('it names all that is amiss with the site at once', async () => {
    shop.intercept(withoutHeader);
    shop.showCertificate('ending');
    const { code, checks } = await runJson(live());
    const faults = checks.filter(({ state }) => state === 'fault').map(({ about }) => about);
    expect(faults).toEqual(['Certificate', 'Security headers']);
    expect(code).toBe(1);
  });

  test('a warning alone ends well: a password in plain text, samples, a secret of another shop', async () => {
    const sample = 'content/testimonials/01-gum.md';
    const before = project.read(sample);
    project.write(sample, before.replace('sample: false', 'sample: true'));
    const password = 'a password that is kept by nobody';
    const given = { ADMIN_PASSWORD: password, SIGNING_SECRET: 'x'.repeat(32) };
    const { code, checks, output } = await runJson(live(given));
    project.write(sample, before);
    expect(code).toBe(0);
    const warnings = checks.filter(({ state }) => state === 'warning');
    expect(warnings.map(({ about, says }) => `${about}: ${says}`)).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD: It’s the password itself/),
      expect.stringContaining(sample),
      expect.stringContaining('SIGNING_SECRET differs'),
    ]);
    expectNoSecret(output, ...Object.values(given));
  });

  test('a shop without mails is well, and told what is not sent; a key that only sends is right', async () => {
    const none = { MAIL_API_KEY: '', MAIL_FROM: '', MAIL_WEBHOOK_SECRET: '' };
    const { code, checks } = await runJson(live(none));
    expect(code).toBe(0);
    const mails = checks.find(({ about }) => about === 'Email');
    expect(mails).toMatchObject({ state: 'warning', says: expect.stringContaining('no receipts') });
    const sending = await runJson(live({ MAIL_API_KEY: 're_kept_by_the_tests_and_sends' }));
    expect(sending.checks.find(({ about }) => about === 'Email')).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('which can only send'),
    });
  });
});
