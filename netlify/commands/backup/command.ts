import { Unavailable } from '../../clients/unavailable.ts';
import { MisconfiguredError } from '../../env.ts';

const REFUSED: Readonly<Record<string, string>> = {
  orders:
    'Compare UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN with https://console.upstash.com, where the token is not the read-only one. It also tells of a limit that was reached.',
  guides:
    'Compare NETLIFY_SITE_ID with the Project ID on Netlify, and make a new NETLIFY_AUTH_TOKEN at https://app.netlify.com/user/applications.',
};

/** Our clients name no more of an error than this: a vendor's message may hold what was sent. */
const isRefusal = (reason: string): boolean => /^(Upstash\w*Error|status 4\d\d)$/.test(reason);

const explain = (error: unknown): string => {
  if (error instanceof MisconfiguredError) {
    return `${error.message}. Set it in .env, or before the command: NAME=value npm run ...`;
  }
  if (!(error instanceof Unavailable)) return error instanceof Error ? error.message : 'unknown';
  const { service, reason } = error;
  const name = service === 'orders' ? 'Redis' : "Netlify's store of the guides";
  if (isRefusal(reason)) return `${name} refused (${reason}). ${REFUSED[service] ?? ''}`;
  return `${name} did not answer (${reason}). Run this again: it goes on where it stopped.`;
};

/** Runs a command; what stops it is told in words, and ends it with 1. */
export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
};
