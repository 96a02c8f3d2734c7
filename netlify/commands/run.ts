import { findKnownError } from '../admin/known-errors.ts';
import { UPSTASH } from '../admin/vendor-pages.ts';
import { MisconfiguredError } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';

/** countOf(2, 'edition') // "2 editions" */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

type Service = {
  readonly name: string;
  /** Completes "If that doesn’t help, ...". */
  readonly remedy: string;
};

const SERVICES: Readonly<Record<Unavailable['service'], Service>> = {
  payments: {
    name: 'Stripe',
    remedy: 'check the log at https://dashboard.stripe.com/logs',
  },
  orders: {
    name: 'Redis',
    remedy: `check that UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN match your database at ${UPSTASH}. A read-only token is not enough.`,
  },
  guides: {
    name: 'Netlify Blobs',
    remedy:
      'check that NETLIFY_SITE_ID is the Project ID on Netlify, and create a new NETLIFY_AUTH_TOKEN there.',
  },
  mail: { name: 'Resend', remedy: 'check https://resend-status.com' },
};

/** Does not print a vendor's message, which may quote the request. */
const explainUnavailable = ({ service, reason }: Unavailable): string => {
  const knownError = findKnownError(reason);
  if (knownError) return `${knownError.problem} ${knownError.remedy}`;
  const { name, remedy } = SERVICES[service];
  return `${name} didn’t respond as expected (${reason}). Try again in a minute. If that doesn’t help, ${remedy}`;
};

const explain = (error: unknown): string => {
  if (error instanceof MisconfiguredError) {
    const command = process.env['npm_lifecycle_event'] ?? '...';
    return `${error.message}. Set the correct values in .env, or put them before the command: NAME=value npm run ${command}`;
  }
  if (error instanceof Unavailable) return explainUnavailable(error);
  return error instanceof Error ? error.message : 'Unknown error.';
};

export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
};
