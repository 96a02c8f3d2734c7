import type { Check, HealthResponse } from '#contract/health.ts';
import { checkService } from '../admin/check-service.ts';
import { fault, ok, warning } from '../admin/findings.ts';
import { sealHealthToken } from '../admin/health.ts';
import { stageOf } from '../admin/settings.ts';
import { now } from '../platform/clock.ts';
import { signTestEvent } from '../stripe/test-event.ts';

type ProbeResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

export type Probe = (path: string, init?: RequestInit) => Promise<ProbeResponse>;

/** Longer than the timeouts inside `/api/health`. */
const TIMEOUT_IN_MS = 15_000;

const createProbe =
  (siteUrl: string): Probe =>
  async (path, init = {}) => {
    const signal = AbortSignal.timeout(TIMEOUT_IN_MS);
    const response = await fetch(new URL(path, siteUrl), { redirect: 'manual', signal, ...init });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  };

/** Keyed by Node's error code. */
const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'DNS has no record for this domain',
  ECONNREFUSED: 'the connection was refused',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

const unreachable = (siteUrl: string, error: unknown): Check => {
  const { name, cause } = error instanceof Error ? error : new Error('unknown');
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name;
  const nextStep =
    stageOf(siteUrl) === 'local'
      ? 'Start the shop: npm start'
      : 'Check that PUBLIC_SITE_URL matches the domain on Netlify, and that its DNS records are the ones Netlify lists.';
  return fault('Address', `It can’t be reached: ${NETWORK_ERRORS[code] ?? code}.`, nextStep);
};

const CANONICAL_ORIGIN = /rel="canonical" href="(https?:\/\/[^/"]+)/;

const addressCheck = (siteUrl: string, { status, headers, text }: ProbeResponse): Check => {
  const location = headers.get('location');
  if (location !== null) {
    const nextStep = `Set PUBLIC_SITE_URL to the shop’s final address and deploy. It’s now set to ${siteUrl}.`;
    return fault('Address', `It redirects to ${new URL(location, siteUrl).origin}.`, nextStep);
  }
  if (status !== 200) {
    const nextStep =
      'Check on Netlify that the site is published and that this is one of its domains.';
    return fault('Address', `The home page responds with ${status}.`, nextStep);
  }
  const canonical = CANONICAL_ORIGIN.exec(text);
  const builtFor = canonical?.[1];
  if (builtFor === siteUrl) return ok('Address', 'The home page loads.');
  const nextStep = 'Set PUBLIC_SITE_URL on Netlify for this deploy context and deploy again.';
  const problem =
    builtFor === undefined
      ? 'The home page has no canonical link.'
      : `The pages were built for ${builtFor}.`;
  return fault('Address', problem, nextStep);
};

const checkLog = (functionName: string): string =>
  `On Netlify, check the log of the function "${functionName}".`;

const webhookSecretCheck = async (
  probe: Probe,
  secret: string,
  shopTime: number,
): Promise<Check> => {
  const { payload, signature } = await signTestEvent(secret, shopTime);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { status } = await probe('/api/stripe-webhook', { method: 'POST', headers, body: payload });
  const subject = 'Webhook secret';
  if (status === 200) return ok(subject, 'The shop accepts events signed with it.');
  if (status !== 400) {
    const problem = `The shop responds to a signed event with ${status}.`;
    return fault(subject, problem, checkLog('stripe-webhook'));
  }
  const nextStep =
    'Copy the endpoint’s secret from https://dashboard.stripe.com/webhooks, set it here and on Netlify, and deploy.';
  return fault(
    subject,
    'The shop’s STRIPE_WEBHOOK_SECRET differs from the one set here.',
    nextStep,
  );
};

/** The checks from `/api/health`, which needs a token signed with the shop's secret. */
const insideChecks = async (probe: Probe, secret: string, shopTime: number): Promise<Check[]> => {
  const subject = 'Inside the shop';
  const headers = { authorization: `Bearer ${await sealHealthToken(secret, shopTime)}` };
  const { status, text } = await probe('/api/health', { headers });
  if (status !== 200) {
    const nextStep = `${checkLog('health')} It names every missing setting.`;
    return [fault(subject, `/api/health responds with ${status}.`, nextStep)];
  }
  const health = JSON.parse(text) as HealthResponse;
  if ('checks' in health) return health.checks;
  const problem =
    'The shop’s SIGNING_SECRET differs from the one set here, so it didn’t report its checks.';
  return [warning(subject, problem, 'Run this command with the shop’s settings.')];
};

type Secrets = { readonly signing: string; readonly webhook: string };

/** The shop's time in Unix seconds, because this computer's clock may be wrong. */
const shopTimeOf = ({ headers }: ProbeResponse): number =>
  Math.floor(Date.parse(headers.get('date') ?? '') / 1000) || now();

/**
 * Sends requests to the shop as a visitor and Stripe would, and reads `/api/health`. Skips a check
 * if the secret that it needs is empty.
 */
export const siteChecks = async (
  siteUrl: string,
  secrets: Secrets,
  probe = createProbe(siteUrl),
): Promise<Check[]> => {
  const home = await probe('/').catch((error: unknown) => unreachable(siteUrl, error));
  if ('about' in home) return [home];
  const address = addressCheck(siteUrl, home);
  if (address.state === 'fault') return [address];
  const shopTime = shopTimeOf(home);
  const remedy = {
    nextStep: 'Run this command again. If it keeps failing, check the deploy on Netlify.',
  };
  const checks = await Promise.all([
    secrets.webhook
      ? checkService('Webhook secret', remedy, () =>
          webhookSecretCheck(probe, secrets.webhook, shopTime),
        )
      : [],
    secrets.signing
      ? checkService('Inside the shop', remedy, () =>
          insideChecks(probe, secrets.signing, shopTime),
        )
      : [],
  ]);
  return [address, ...checks.flat()];
};
