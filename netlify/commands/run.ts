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
  return `${NAMES[service]} didn’t respond as it should (${reason}). Compare its settings with .env.example. Try again in a minute.`;
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
