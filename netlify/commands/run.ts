import { UPSTASH, refusalOf } from '../admin/findings.ts';
import { MisconfiguredError } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';

/** "1 edition", "2 editions" */
export const countOf = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

const SERVICES: Readonly<Record<Unavailable['service'], readonly [name: string, next: string]>> = {
  payments: ['Stripe', 'its log may say why: https://dashboard.stripe.com/logs'],
  orders: [
    'Redis',
    `compare UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN with ${UPSTASH}. The read-only token doesn’t do.`,
  ],
  guides: [
    'Netlify Blobs',
    'compare NETLIFY_SITE_ID with the Project ID on Netlify, and create a new NETLIFY_AUTH_TOKEN there.',
  ],
  mail: ['Resend', 'check https://resend-status.com'],
};

/** Our clients report only an error's reason, since a vendor's message may repeat what was sent. */
const explainUnavailable = ({ service, reason }: Unavailable): string => {
  const known = refusalOf(reason);
  if (known) return `${known.says} ${known.next}`;
  const [name, next] = SERVICES[service];
  return `${name} didn’t respond as it should (${reason}). Try again in a minute. If that doesn’t help, ${next}`;
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
