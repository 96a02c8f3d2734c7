import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Check } from '../../src/contract/health.ts';
import { findSamples } from '../../.config/content.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { EVENT_TYPES } from '../../netlify/stripe/events.ts';
import { PRODUCTS } from '../catalogue.ts';
import { runCommand } from '../commands/run-command.ts';
import { type LiveShop, openLiveShop } from '../health/live-shop.ts';
import { copyProject } from '../project.ts';
import { hasTool, needs } from '../tools.ts';
import { ORIGIN } from './deployed.ts';

/** What a machine that has nothing but a checkout has in its environment. */
const NOTHING = {
  PATH: process.env['PATH'],
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(ROOT, 'tests/health/reroute.ts')).href}`,
};
const SAMPLE = 'content/testimonials/01-gum.md';

type Settings = Readonly<Record<string, string | undefined>>;

const project = copyProject();
afterAll(project.remove);
for (const file of await findSamples(project.root)) {
  project.write(file, project.read(file).replace(/^sample: *true *$/m, 'sample: false'));
}
const SITE_FILE = 'content/site.md';
const NAMED = '---\nlegalName: A\npostalAddress: B\n';
project.write(SITE_FILE, project.read(SITE_FILE).replace('---\n', NAMED));
project.write(
  'content/creator.md',
  project
    .read('content/creator.md')
    .replace('---\n', '---\nabout: A\nlicense: https://a.example\n'),
);
project.write('content/creator.jpg', 'a photo');
let shop: LiveShop;
beforeAll(async () => {
  if (hasTool('openssl')) shop = await openLiveShop(inject('builtSite'), ORIGIN);
});
afterAll(() => shop?.close());

const run = async (settings: Settings, ...args: string[]) => {
  const place = { cwd: project.root, env: { ...NOTHING, ...settings } };
  const { code, out, err } = await runCommand('doctor', args, place);
  expect(err).toBe('');
  return { code, output: out };
};

test('of a .env that cannot be read it says so, and looks no further', async () => {
  writeFileSync(path.join(project.root, '.env'), 'SIGNING_SECRET="kept');
  const { code, output } = await run({});
  rmSync(path.join(project.root, '.env'));
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('✗ Settings: SIGNING_SECRET in .env'),
  ]);
  expect(output).toMatch(/\n1 fault, 0 warnings\. Fix/);
  expect(output).not.toContain('kept');
});

const onLive = async (given: Settings, ...args: string[]) => {
  const { code, output } = await run({ ...shop.environment, ...shop.rerouted, ...given }, ...args);
  const { PUBLIC_SITE_URL: _, MAIL_FROM: __, ...secrets } = { ...shop.environment, ...given };
  for (const secret of Object.values(secrets)) expect(output).not.toContain(secret);
  expect(output).not.toMatch(/kept.?by.?the.?tests|[sr]k_(live|test)_\w|whsec_\w|cs_live_\w/);
  return { code, output };
};

const faultsOf = async (given: Settings) => {
  const { code, output } = await onLive(given, '--json');
  const { status, checks }: { status: string; checks: Check[] } = JSON.parse(output);
  const faults = checks.filter(({ state }) => state === 'fault');
  const lines = faults.map(({ about, says, next }) => `${about}: ${says} → ${next}`);
  return { code, status, lines };
};

// tests/health/ has what else may be wrong, case by case.
describe('on a live shop', needs('openssl'), () => {
  beforeEach(() => {
    for (const level of ['log', 'warn', 'error'] as const) {
      vi.spyOn(console, level).mockReturnValue();
    }
    return () => shop.mend();
  });

  test('it has nothing but ticks for a good one, and opens no checkout', async () => {
    const { code, output } = await onLive({});
    expect(output).not.toMatch(/^ +[✗!→]/m);
    expect(output).toMatch(/\nEverything is working\.\n$/);
    expect(code).toBe(0);
    expect(output.match(/✓/g)?.length).toBeGreaterThan(10);
    const { data } = await shop.client.ask((stripe) => stripe.checkout.sessions.list({ limit: 1 }));
    expect(data).toEqual([]);
  });

  test('it names all that is wrong with a shop, its account and its settings at once, and the cures', async () => {
    await shop.changeAccount({ charges_enabled: false });
    const events = EVENT_TYPES.filter((type) => !type.startsWith('refund.'));
    await shop.breakEndpoint({ enabled_events: events, disabled: true });
    const [{ file_name: fileName, name } = { file_name: '', name: '' }] = PRODUCTS;
    await shop.dropFile(fileName);
    const faults = [
      /^Stripe account: .*can’t accept payments.* → .*dashboard\.stripe\.com\/account/,
      /^Stripe webhook: .*it is disabled; it doesn’t get refund\.created, refund\.updated, refund\.failed.* → .*npm run stripe:webhook fixes it/,
      /^Order database: .*doesn’t recognize UPSTASH_REDIS_REST_TOKEN.* → .*console\.upstash\.com/,
      /^Email: .*doesn’t recognize MAIL_API_KEY.* → .*resend\.com\/api-keys/,
      /^Webhook secret: .*STRIPE_WEBHOOK_SECRET differs.* → .*dashboard\.stripe\.com\/webhooks/,
      // What the shop finds inside, but its account, which is found from here too.
      new RegExp(`^Guide files: ${name.replace(/\W/g, '.')} has no file.* → .*/admin-upload`),
    ];
    const given = {
      STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetestsoncemore',
      UPSTASH_REDIS_REST_TOKEN: 'token-keptbythetestsoncemore',
      MAIL_API_KEY: 're_kept_by_the_tests_once_more',
    };
    expect(await faultsOf(given)).toEqual({
      code: 1,
      status: 'fault',
      lines: faults.map((words) => expect.stringMatching(words)),
    });
  });

  test('it tells of a sample that is left, and of what is missing, and a warning alone ends well', async () => {
    const [before, site] = [project.read(SAMPLE), project.read(SITE_FILE)];
    project.write(SAMPLE, before.replace('sample: false', 'sample: true'));
    project.write(SITE_FILE, site.replace('legalName: A', 'legalName:'));
    const { code, output } = await onLive({});
    project.write(SAMPLE, before);
    project.write(SITE_FILE, site);
    expect(output).toContain('! Content: Missing: who sells (legalName in content/site.md).');
    expect(output).toContain(`! Samples: The pages mark them as samples: ${SAMPLE}.`);
    expect(code).toBe(0);
  });
});
