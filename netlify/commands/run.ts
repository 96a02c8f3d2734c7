import { Unavailable } from '../platform/unavailable.ts';
import { MisconfiguredError } from '../platform/env.ts';

/** What to do when a service refuses, by the start of its reason. */
const REFUSALS: readonly (readonly [Unavailable['service'], reason: RegExp, next: string])[] = [
  [
    'payments',
    /^StripeAuthentication/,
    'It doesn’t recognize STRIPE_SECRET_KEY. Copy the key again from https://dashboard.stripe.com/apikeys',
  ],
  [
    'payments',
    /^StripePermission/,
    'The key can’t write webhook endpoints. Use a secret key, or give this one permission.',
  ],
  [
    'payments',
    /^StripeInvalidRequest/,
    'See its log for the reason: https://dashboard.stripe.com/logs',
  ],
  [
    'orders',
    /^Upstash\w*Error$/,
    'Compare UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN with https://console.upstash.com. Don’t use the read-only token. The console also shows if you’ve reached a limit.',
  ],
  [
    'guides',
    /^status 4\d\d$/,
    'Compare NETLIFY_SITE_ID with the Project ID on Netlify, and create a new NETLIFY_AUTH_TOKEN at https://app.netlify.com/user/applications.',
  ],
];

/** Our clients report only an error's reason, since a vendor's message may repeat what was sent. */
const explainUnavailable = ({ service, reason }: Unavailable): string => {
  const [, , next] = REFUSALS.find(([of, form]) => of === service && form.test(reason)) ?? [];
  if (service === 'payments') {
    return `Stripe didn’t accept it (${reason}). ${next ?? 'Try again in a minute.'}`;
  }
  const name = service === 'orders' ? 'Redis' : 'Netlify Blobs';
  if (next) return `${name} refused the request (${reason}). ${next}`;
  return `${name} didn’t respond (${reason}). Try again in a minute.`;
};

const explain = (error: unknown): string => {
  if (error instanceof MisconfiguredError) {
    const command = process.env['npm_lifecycle_event'] ?? '...';
    return `${error.message}. Set it in .env, or before the command: NAME=value npm run ${command}`;
  }
  if (error instanceof Unavailable) return explainUnavailable(error);
  return error instanceof Error ? error.message : 'unknown';
};

/** Runs a command. An error is printed as a sentence, and the exit code is 1. */
export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
};
