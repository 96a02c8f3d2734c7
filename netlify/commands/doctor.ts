import { parseArgs, styleText } from 'node:util';
import type { Check } from '#contract/health.ts';
import { findContentErrors, findUnready } from '../../.config/content.ts';
import { checkService } from '../admin/check-service.ts';
import { fault, ok, warning, worst } from '../admin/findings.ts';
import { serviceChecks } from '../admin/service-checks.ts';
import { type Stage, buyerSecretCheck, settingsChecks, stageOf } from '../admin/settings.ts';
import { ROOT, loadSettings } from '../local/settings.ts';
import { createStripeClient } from '../stripe/client.ts';
import { endpointFaults, findEndpoints, webhookUrlOf } from '../stripe/webhook-endpoints.ts';
import { countOf, runCommand } from './run.ts';
import { siteChecks } from './site-checks.ts';

const REPAIR_COMMAND = 'npm run stripe:webhook';

const endpointChecks = async (secretKey: string, siteUrl: string): Promise<Check[]> => {
  const subject = 'Stripe webhook';
  const client = createStripeClient({ secretKey, apiUrl: undefined });
  const { current, surplus } = await findEndpoints(client, siteUrl);
  if (!current) {
    const problem =
      surplus.length > 0
        ? 'The shop’s endpoint has an older API version, which can’t be changed.'
        : `In the mode of STRIPE_SECRET_KEY, Stripe has no endpoint for ${webhookUrlOf(siteUrl)}.`;
    return [fault(subject, problem, `${REPAIR_COMMAND} creates a new one.`)];
  }
  const faults = endpointFaults(current).join('; ');
  const check =
    faults === ''
      ? ok(subject, 'The endpoint receives all events that the shop handles.')
      : fault(subject, `The endpoint is misconfigured: ${faults}.`, `${REPAIR_COMMAND} fixes it.`);
  const warnings = surplus.map(({ id }) =>
    warning(
      subject,
      `${id} is another endpoint for this shop, so Stripe sends every event twice.`,
      `${REPAIR_COMMAND} disables it.`,
    ),
  );
  return [check, ...warnings];
};

const contentChecks = async (): Promise<Check[]> => {
  const errors = await findContentErrors(ROOT);
  if (errors.length > 0) {
    const next = 'Correct the file. Until then, no change to the shop is published.';
    return errors.map((error) => fault('Content', error, next));
  }
  const { missing, samples } = await findUnready(ROOT);
  const remedy =
    'Replace them with your own and delete "sample: true". The live shop hides the sample testimonials, logos and planner, but shows sample pictures.';
  return [
    missing.length > 0
      ? warning(
          'Content',
          `Missing: ${missing.join(', ')}.`,
          'See "The launch" in content/SELLING.md.',
        )
      : ok('Content', 'Nothing is missing in content/.'),
    samples.length > 0
      ? warning('Samples', `Some content is still a sample: ${samples.join(', ')}.`, remedy)
      : ok('Samples', 'No samples are left in content/.'),
  ];
};

type Group = { readonly title: string; readonly checks: readonly Check[] };

const HERE = 'From this computer';

const setting = (name: string): string => process.env[name]?.trim() ?? '';

const localChecks = async (siteUrl: string | null, stage: Stage): Promise<Check[]> => {
  const secretKey = setting('STRIPE_SECRET_KEY');
  const ifDown = { nextStep: 'Check https://status.stripe.com and try again.' };
  const checks = await Promise.all([
    settingsChecks(process.env, stage),
    buyerSecretCheck(process.env),
    contentChecks(),
    serviceChecks(process.env),
    // Only a live shop needs an endpoint. The stand-in or `stripe listen` calls a local shop, and
    // nothing calls a preview.
    siteUrl && secretKey && stage === 'live'
      ? checkService('Stripe webhook', ifDown, () => endpointChecks(secretKey, siteUrl))
      : [],
  ]);
  return checks.flat();
};

const keyOfCheck = ({ about, says }: Check): string => `${about} ${says}`;

const examine = async (): Promise<Group[]> => {
  const setUrl = setting('PUBLIC_SITE_URL');
  const siteUrl = URL.canParse(setUrl) ? new URL(setUrl).origin : null;
  const secrets = { signing: setting('SIGNING_SECRET'), webhook: setting('STRIPE_WEBHOOK_SECRET') };
  const [local, remote] = await Promise.all([
    localChecks(siteUrl, stageOf(setUrl)),
    siteUrl ? siteChecks(siteUrl, secrets) : [],
  ]);
  // The shop's health report may repeat a local check.
  const reported = new Set(local.map(keyOfCheck));
  const more = remote.filter((check) => !reported.has(keyOfCheck(check)));
  const groups = [
    { title: HERE, checks: local },
    { title: `The shop at ${siteUrl}`, checks: more },
  ];
  return groups.filter(({ checks }) => checks.length > 0);
};

const SIGNS: Readonly<Record<Check['state'], string>> = {
  ok: styleText('green', '✓'),
  warning: styleText('yellow', '!'),
  fault: styleText('red', '✗'),
};

const formatCheck = ({ about, state, says, next }: Check): string => {
  const line = `  ${SIGNS[state]} ${about}: ${says}`;
  return next === null ? line : `${line}\n    → ${next}`;
};

const summarize = (checks: readonly Check[]): string => {
  const faults = checks.filter(({ state }) => state === 'fault').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (faults + warnings === 0) return 'Everything is working.';
  const nextStep = faults > 0 ? ' Fix the faults and run this command again.' : '';
  return `${countOf(faults, 'fault')}, ${countOf(warnings, 'warning')}.${nextStep}`;
};

/** Loads `.env`. Returns a fault if it cannot be read. No other check would make sense then. */
const loadSettingsOrFault = (): Check | null => {
  try {
    loadSettings();
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    return fault('Settings', reason, 'Correct it and run this command again. See .env.example.');
  }
};

const formatReport = (groups: readonly Group[], checks: readonly Check[]): string => {
  const sections = groups.map(
    (group) => `\n${styleText('bold', group.title)}\n${group.checks.map(formatCheck).join('\n')}`,
  );
  return [...sections, '', summarize(checks)].join('\n');
};

/** `npm run doctor`, with `--json`: lists what is missing or wrong, with the next step for each. */
export const run = async (): Promise<void> => {
  const { json } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;
  const settingsFault = loadSettingsOrFault();
  const groups = settingsFault ? [{ title: HERE, checks: [settingsFault] }] : await examine();
  const checks = groups.flatMap((group) => group.checks);
  const status = worst(checks);
  if (json) console.log(JSON.stringify({ status, checks }, null, 2));
  else console.log(formatReport(groups, checks));
  if (status === 'fault') process.exitCode = 1;
};

if (import.meta.main) await runCommand(run);
