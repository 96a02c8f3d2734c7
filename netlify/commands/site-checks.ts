import Stripe from 'stripe';
import type { Check, HealthResponse } from '#contract/health.ts';
import { checkService, fault, ok, warning } from '../admin/findings.ts';
import { sealAccess } from '../admin/health.ts';
import { stageOf } from '../admin/settings.ts';
import { now } from '../platform/clock.ts';

type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Requests a path of the shop, and follows no redirect. */
export type Probe = (path: string, init?: RequestInit) => Promise<Answer>;

/** Longer than `/api/health` waits for a service. */
const ANSWER_WITHIN_MS = 15_000;

const probeOf =
  (siteUrl: string): Probe =>
  async (path, init = {}) => {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(new URL(path, siteUrl), { redirect: 'manual', signal, ...init });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  };

/** Node's error codes in words. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'DNS doesn’t know this name',
  ECONNREFUSED: 'nothing is listening there',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

const unreachable = (siteUrl: string, error: unknown): Check => {
  const { name, cause } = error instanceof Error ? error : new Error('unknown');
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name;
  const next =
    stageOf(siteUrl) === 'local'
      ? 'Start it: npm start.'
      : 'Compare PUBLIC_SITE_URL with the domain on Netlify, and its DNS records with the ones Netlify asks for.';
  return fault('Address', `It can’t be reached: ${WORDS[code] ?? code}.`, next);
};

const addressCheck = (siteUrl: string, { status, headers, text }: Answer): Check => {
  const to = headers.get('location');
  if (to !== null) {
    const next = `Set PUBLIC_SITE_URL to the shop’s final address and deploy. It’s now set to ${siteUrl}.`;
    return fault('Address', `It redirects to ${new URL(to, siteUrl).origin}.`, next);
  }
  if (status !== 200) {
    const next = 'Check on Netlify that the site is published and that this is one of its domains.';
    return fault('Address', `The home page responds with ${status}.`, next);
  }
  const [, builtFor = 'no address'] = /rel="canonical" href="(https?:\/\/[^/"]+)/.exec(text) ?? [];
  if (builtFor === siteUrl) return ok('Address', 'The home page loads.');
  const next = 'Set PUBLIC_SITE_URL on Netlify for this deploy context and deploy again.';
  return fault('Address', `The pages were built for ${builtFor}.`, next);
};

const LOG = 'Check the log on Netlify of the function';

/** Whether the shop accepts an event signed with this secret. The event is of a type that it ignores. */
const secretCheck = async (probe: Probe, secret: string, at: number): Promise<Check> => {
  const event = { id: 'evt_of_the_doctor', object: 'event', type: 'shop.ping', created: at };
  const payload = JSON.stringify({ ...event, data: { object: {} } });
  const signing = { payload, secret, timestamp: at };
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync(signing);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { status } = await probe('/api/stripe-webhook', { method: 'POST', headers, body: payload });
  const about = 'Webhook secret';
  if (status === 200) return ok(about, 'The shop accepts an event signed with it.');
  if (status !== 400) {
    return fault(about, `A signed event gets ${status}.`, `${LOG} "stripe-webhook".`);
  }
  const next =
    'Set the endpoint’s secret, from https://dashboard.stripe.com/webhooks, here and on Netlify, then deploy.';
  return fault(about, 'The shop’s STRIPE_WEBHOOK_SECRET differs from the one set here.', next);
};

/** The findings of `/api/health`, which answers only a caller with the shop's secret. */
const insideChecks = async (probe: Probe, secret: string, at: number): Promise<Check[]> => {
  const about = 'Inside the shop';
  const headers = { authorization: `Bearer ${await sealAccess(secret, at)}` };
  const { status, text } = await probe('/api/health', { headers });
  if (status !== 200) {
    const next = `${LOG} "health". It names every missing setting.`;
    return [fault(about, `It responds with ${status}.`, next)];
  }
  const answer = JSON.parse(text) as HealthResponse;
  if ('checks' in answer) return answer.checks;
  const says = 'The shop’s SIGNING_SECRET differs from the one set here, so it didn’t answer.';
  return [warning(about, says, 'Run this with that shop’s settings.')];
};

type Secrets = { readonly signing: string; readonly webhook: string };

/** Looks at a shop from outside, as a visitor and as Stripe, and has it look inside. */
export const siteChecks = async (
  siteUrl: string,
  { signing, webhook }: Secrets,
  probe = probeOf(siteUrl),
): Promise<Check[]> => {
  const home = await probe('/').catch((error: unknown) => unreachable(siteUrl, error));
  if ('about' in home) return [home];
  const address = addressCheck(siteUrl, home);
  if (address.state === 'fault') return [address];
  // The shop's own time, since this computer's clock may be wrong.
  const at = Math.floor(Date.parse(home.headers.get('date') ?? '') / 1000) || now();
  const next = 'Run this again. If it keeps failing, check the deploy on Netlify.';
  const more = await Promise.all([
    webhook ? checkService('Webhook secret', next, () => secretCheck(probe, webhook, at)) : [],
    signing ? checkService('Inside the shop', next, () => insideChecks(probe, signing, at)) : [],
  ]);
  return [address, ...more.flat()];
};
