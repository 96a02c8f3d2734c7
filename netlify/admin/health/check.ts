import type { Check } from '#contract/health.ts';
import { Unavailable } from '../../clients/unavailable.ts';

/** A check's result. Usually, the list of checks names its subject. */
export type Finding = Omit<Check, 'about'> & Partial<Pick<Check, 'about'>>;
type Findings = Finding | readonly Finding[];

const inState =
  (state: Check['state']) =>
  (says: string, next: string): Finding => ({
    state,
    says,
    next,
    ms: null,
  });

export const ok = (says: string): Finding => ({ ...inState('ok')(says, ''), next: null });

/** A warning: the shop works. */
export const warning = inState('warning');

/** A fault that must be fixed. */
export const fault = inState('fault');

export const checkOf = (about: string, finding: Finding): Check => ({ about, ...finding });

export const worst = (checks: readonly Check[]): Check['state'] =>
  (['fault', 'warning'] as const).find((state) => checks.some((one) => one.state === state)) ??
  'ok';

/** The same findings, with their duration unless one of them gives it. */
export const timed = async (looking: Promise<Findings>): Promise<readonly Finding[]> => {
  const startedAt = performance.now();
  const found = [await looking].flat();
  for (const one of found) one.ms ??= Math.round(performance.now() - startedAt);
  return found;
};

const LONGEST_WAIT_MS = 8000;

/** No response from an address. The message says why. */
export class NotReached extends Error {
  override name = 'NotReached';
}

/** A vendor's error, reduced to what is safe to show. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Unavailable) return error.reason;
  if (error instanceof NotReached) return error.message;
  return error instanceof Error ? error.name : 'unknown';
};

/**
 * Runs a check. If it throws or takes too long, the result is a fault with `next` as its remedy, unless `explain`
 * recognizes the error.
 */
export const check = async (
  about: string,
  next: string,
  look: () => Promise<Findings>,
  explain: (error: unknown) => Finding | null = () => null,
): Promise<readonly Check[]> => {
  const late = Promise.withResolvers<Finding>();
  const words = `It didn’t respond within ${LONGEST_WAIT_MS / 1000} seconds.`;
  const timer = setTimeout(() => late.resolve(fault(words, next)), LONGEST_WAIT_MS);
  const failed = (error: unknown): Finding =>
    explain(error) ?? fault(`It doesn’t respond (${reasonOf(error)}).`, next);
  const found = await Promise.race([look().catch(failed), late.promise]);
  clearTimeout(timer);
  return [found].flat().map((one) => checkOf(about, one));
};
