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

const withoutHeader = (_: string, response: Response): Response => {
  response.headers.delete('strict-transport-security');
  return response;
};

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

  /** What it says of each thing, in its order, and what to do. */
  type Faults = readonly (readonly [about: string, words: RegExp])[];

  const expectFaults = async (given: Settings, faults: Faults): Promise<void> => {
    const { code, status, checks } = await runJson(live(given));
    const found = checks.filter(({ state }) => state === 'fault');
    expect(found.map(({ about }) => about)).toEqual(faults.map(([about]) => about));
    for (const [at, [, words]] of faults.entries()) {
      expect(`${found[at]?.says} → ${found[at]?.next}`).toMatch(words);
    }
    expectNoSecret(JSON.stringify(checks), ...Object.values(given));
    expect([code, status]).toEqual([1, 'fault']);
  };

  // tests/health/doctor-checks.test.ts has what else may be wrong.
  test('it names all that is wrong with a shop and its account at once, and the cures', async () => {
    shop.intercept(withoutHeader);
    shop.showCertificate('ending');
    await shop.changeAccount({ charges_enabled: false });
    await shop.breakEndpoint({ enabled_events: EVENT_TYPES.filter(isNoRefund), disabled: true });
    const [{ file_name: fileName, name } = { file_name: '', name: '' }] = PRODUCTS;
    await shop.dropFile(fileName);
    const account = /can’t accept payments.* → .*dashboard\.stripe\.com\/account/;
    const endpoint =
      /it is disabled; it doesn’t get refund\.created, refund\.updated, refund\.failed.* → .*npm run stripe:webhook fixes it/;
    await expectFaults({}, [
      ['Stripe account', account],
      ['Stripe webhook', endpoint],
      ['Certificate', /valid for [23] more days.* → .*renew it/],
      ['Security headers', /strict-transport-security.* → .*netlify\.toml/],
      ['Stripe account', account],
      ['Stripe webhook', endpoint],
      ['Guide files', new RegExp(`${name.replace(/\W/g, '.')}.* → .*\\/admin-upload`)],
    ]);
  });

  test('it names all settings that a service refuses at once, and the cures', async () => {
    const given = {
      STRIPE_SECRET_KEY: 'sk_live_keptbythetestsoncemore',
      STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetestsoncemore',
      UPSTASH_REDIS_REST_TOKEN: 'token-keptbythetestsoncemore',
      MAIL_API_KEY: 're_kept_by_the_tests_once_more',
    };
    const key = /doesn’t recognize STRIPE_SECRET_KEY.* → .*Copy the secret key again/;
    await expectFaults(given, [
      ['Stripe account', key],
      ['Stripe webhook', key],
      ['Order database', /doesn’t recognize UPSTASH_REDIS_REST_TOKEN.* → .*console\.upstash\.com/],
      ['Email', /doesn’t recognize MAIL_API_KEY.* → .*resend\.com\/api-keys/],
      ['Webhook secret', /STRIPE_WEBHOOK_SECRET differs.* → .*dashboard\.stripe\.com\/webhooks/],
    ]);
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
});
