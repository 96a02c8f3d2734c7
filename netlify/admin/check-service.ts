import type { Check } from '#contract/health.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { fault, warning } from './findings.ts';
import { findKnownError } from './known-errors.ts';

const errorReason = (error: unknown): string => {
  if (error instanceof Unavailable) return error.reason;
  return error instanceof Error ? error.name : 'unknown';
};

/** If `check` throws, returns a finding. `ifDown` is its next step for an unknown error. */
export const checkService = async (
  subject: string,
  ifDown: string,
  check: () => Promise<Check | readonly Check[]>,
): Promise<Check[]> => {
  try {
    return [await check()].flat();
  } catch (error) {
    const reason = errorReason(error);
    // A vendor's message may quote what was sent, so it is matched but never shown.
    const errorText = error instanceof Error ? `${reason} ${error.message}` : reason;
    const knownError = findKnownError(errorText);
    if (!knownError) return [fault(subject, `It doesn’t respond (${reason}).`, ifDown)];
    const { problem, remedy } = knownError;
    // The shop itself needs fewer permissions than this check.
    if (reason.startsWith('StripePermission')) return [warning(subject, problem, remedy)];
    return [fault(subject, problem, remedy)];
  }
};
