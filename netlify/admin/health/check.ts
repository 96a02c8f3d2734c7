import type { Check } from '#contract/health.ts';
import { Unavailable } from '../../clients/unavailable.ts';

type More = Partial<Pick<Check, 'ms' | 'moments'>>;

const made = (
  state: Check['state'],
  about: string,
  says: string,
  next: string | null,
  more: More,
) => ({ about, state, says, next, ms: null, moments: [], ...more }) satisfies Check;

export const ok = (about: string, says: string, more: More = {}): Check =>
  made('ok', about, says, null, more);

/** Something to know of; the shop works. */
export const warning = (about: string, says: string, next: string, more: More = {}): Check =>
  made('warning', about, says, next, more);

/** Something that must be mended. */
export const fault = (about: string, says: string, next: string, more: More = {}): Check =>
  made('fault', about, says, next, more);

export const worst = (checks: readonly Check[]): Check['state'] =>
  (['fault', 'warning'] as const).find((state) => checks.some((one) => one.state === state)) ??
  'ok';

const LONGEST_WAIT_MS = 8000;

/** Nothing answers at an address; its message says why, in words. */
export class NotReached extends Error {
  override name = 'NotReached';
}

/** A vendor's error in no more words than are safe to show. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Unavailable) return error.reason;
  if (error instanceof NotReached) return error.message;
  return error instanceof Error ? error.name : 'unknown';
};

/** What a check finds; where it breaks off or takes too long, a fault that says so. */
export const bounded = async (
  about: string,
  next: string,
  look: () => Promise<readonly Check[]>,
): Promise<readonly Check[]> => {
  const late = Promise.withResolvers<readonly Check[]>();
  const words = `It does not answer within ${LONGEST_WAIT_MS / 1000} seconds.`;
  const timer = setTimeout(() => late.resolve([fault(about, words, next)]), LONGEST_WAIT_MS);
  const failed = (error: unknown) => [
    fault(about, `It does not answer (${reasonOf(error)}).`, next),
  ];
  return Promise.race([look().catch(failed), late.promise]).finally(() => clearTimeout(timer));
};
