import { parseArgs, styleText } from 'node:util';
import type { Check } from '#contract/health.ts';
import { findUnready } from '../../.config/content.ts';
import { checkService, fault, ok, warning, worst } from '../admin/findings.ts';
import { serviceChecks } from '../admin/service-checks.ts';
import { settingsChecks, stageOf } from '../admin/settings.ts';
import { ROOT, loadSettings } from '../local/settings.ts';
import { createStripeClient } from '../stripe/client.ts';
import { countOf } from './run.ts';
import { siteChecks } from './site-checks.ts';
import { findEndpoints, webhookUrl, wrongWith } from './webhook.ts';

const MEND = 'npm run stripe:webhook';

const endpointChecks = async (secretKey: string, siteUrl: string): Promise<Check[]> => {
  const about = 'Stripe webhook';
  const client = createStripeClient({ secretKey, apiUrl: undefined });
  const { current, surplus } = await findEndpoints(client, siteUrl);
  if (!current) {
    const says =
      surplus.length > 0
        ? 'Its endpoint has an older API version, which can’t be changed.'
        : `This account has no endpoint in this mode for ${webhookUrl(siteUrl)}.`;
    return [fault(about, says, `${MEND} creates it.`)];
  }
  const wrong = wrongWith(current).join('; ');
  return [
    wrong === ''
      ? ok(about, 'Its endpoint gets all the events that the shop handles.')
      : fault(about, `The endpoint is wrong: ${wrong}.`, `${MEND} fixes it.`),
    ...surplus.map(({ id }) =>
      warning(about, `${id} is another endpoint for this shop.`, `${MEND} disables it.`),
    ),
  ];
};

/** The gaps and the samples that are left in content/. */
const contentChecks = async (): Promise<Check[]> => {
  const { missing, samples } = await findUnready(ROOT);
  const next = 'Replace them with your own, and delete "sample: true".';
  return [
    missing.length > 0
      ? warning('Content', `Missing: ${missing.join(', ')}.`, 'See content/README.md.')
      : ok('Content', 'Nothing is missing in content/.'),
    samples.length > 0
      ? warning('Samples', `The pages mark them as samples: ${samples.join(', ')}.`, next)
      : ok('Samples', 'None left in content/.'),
  ];
};

type Group = readonly [title: string, checks: readonly Check[]];

const setting = (name: string): string => process.env[name]?.trim() ?? '';

/** Checks the settings in this process's environment, and the shop and the services that they name. */
const examine = async (): Promise<readonly Group[]> => {
  const given = setting('PUBLIC_SITE_URL');
  const site = URL.canParse(given) ? new URL(given).origin : null;
  const stage = stageOf(given);
  const secretKey = setting('STRIPE_SECRET_KEY');
  const ifDown = 'Check https://status.stripe.com and try again.';
  const secrets = { signing: setting('SIGNING_SECRET'), webhook: setting('STRIPE_WEBHOOK_SECRET') };
  const [here, ofSite] = await Promise.all([
    Promise.all([
      settingsChecks(process.env, stage),
      contentChecks(),
      serviceChecks(process.env),
      // Only a live shop needs one. The stand-in or `stripe listen` calls a local shop, and nothing calls a preview.
      site && secretKey && stage === 'live'
        ? checkService('Stripe webhook', ifDown, () => endpointChecks(secretKey, site))
        : [],
    ]),
    site ? siteChecks(site, secrets) : [],
  ]);
  const found = here.flat();
  // The shop's own report may contain the same finding.
  const known = new Set(found.map(({ about, says }) => `${about} ${says}`));
  return [
    ['From this computer', found],
    [`The shop at ${site}`, ofSite.filter(({ about, says }) => !known.has(`${about} ${says}`))],
  ];
};

const SIGNS: Readonly<Record<Check['state'], string>> = {
  ok: styleText('green', '✓'),
  warning: styleText('yellow', '!'),
  fault: styleText('red', '✗'),
};

const textOf = ({ about, state, says, next }: Check): string => {
  const line = `  ${SIGNS[state]} ${about}: ${says}`;
  return next === null ? line : `${line}\n    → ${next}`;
};

const sumOf = (checks: readonly Check[]): string => {
  const faults = checks.filter(({ state }) => state === 'fault').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (faults + warnings === 0) return 'Everything is working.';
  const next = faults > 0 ? ' Fix the faults and run this again.' : '';
  return `${countOf(faults, 'fault')}, ${countOf(warnings, 'warning')}.${next}`;
};

/** Without a readable `.env`, no other check makes sense. */
const readSettings = (): Check | null => {
  try {
    loadSettings();
    return null;
  } catch (error) {
    const says = error instanceof Error ? error.message : 'unknown';
    return fault('Settings', says, 'Correct it and run this again. See .env.example.');
  }
};

/** `npm run doctor`, with `--json`: what is missing or wrong before and after a launch, and how to fix it. */
export const run = async (): Promise<void> => {
  const { json } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;
  const broken = readSettings();
  const groups: readonly Group[] = broken
    ? [['From this computer', [broken]]]
    : (await examine()).filter(([, checks]) => checks.length > 0);
  const checks = groups.flatMap(([, found]) => found);
  const status = worst(checks);
  const texts = groups.map(
    ([title, found]) => `\n${styleText('bold', title)}\n${found.map(textOf).join('\n')}`,
  );
  const words = [...texts, '', sumOf(checks)].join('\n');
  console.log(json ? JSON.stringify({ status, checks }, null, 2) : words);
  if (status === 'fault') process.exitCode = 1;
};

if (import.meta.main) await run();
