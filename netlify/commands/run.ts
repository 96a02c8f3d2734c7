import { refusalOf } from '../admin/findings.ts';
import { MisconfiguredError } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';

const NAMES: Readonly<Record<Unavailable['service'], string>> = {
  payments: 'Stripe',
  orders: 'Redis',
  guides: 'Netlify Blobs',
  mail: 'Resend',
};

/** Our clients report only an error's reason, since a vendor's message may repeat what was sent. */
const explainUnavailable = ({ service, reason }: Unavailable): string => {
  const known = refusalOf(reason);
  if (known) return `${known.says} ${known.next}`;
  const name = `${NAMES[service]} refused the request (${reason}).`;
  if (reason.startsWith('StripeInvalidRequest')) {
    return `${name} See its log for the reason: https://dashboard.stripe.com/logs`;
  }
  if (service === 'orders' && /^Upstash\w*Error$/.test(reason)) {
    return `${name} Compare UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN with https://console.upstash.com. Don’t use the read-only token. The console also shows if you’ve reached a limit.`;
  }
  if (service === 'guides' && /^status 4\d\d$/.test(reason)) {
    return `${name} Compare NETLIFY_SITE_ID with the Project ID on Netlify, and create a new NETLIFY_AUTH_TOKEN at https://app.netlify.com/user/applications.`;
  }
  return `${NAMES[service]} didn’t respond (${reason}). Try again in a minute.`;
};

const explain = (error: unknown): string => {
  if (error instanceof MisconfiguredError) {
    const command = process.env['npm_lifecycle_event'] ?? '...';
    return `${error.message}. Settings go into .env, or before the command: NAME=value npm run ${command}`;
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
