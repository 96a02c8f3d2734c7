import type { Check, CheckLink } from '#contract/health.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { fault, warning } from './findings.ts';
import { findKnownError } from './known-errors.ts';

const errorReason = (error: unknown): string => {
  if (error instanceof Unavailable) return error.reason;
  return error instanceof Error ? error.name : 'unknown';
};

type NextStep = { readonly nextStep: string; readonly link?: CheckLink };

/** Turns an error that `check` throws into a finding. `ifDown` is for errors of unknown cause. */
export const checkService = async (
  subject: string,
  ifDown: NextStep,
  check: () => Promise<Check | readonly Check[]>,
): Promise<Check[]> => {
  try {
    return [await check()].flat();
  } catch (error) {
    const reason = errorReason(error);
    // A vendor's message may quote the request, so it is matched but never shown.
    const errorText = error instanceof Error ? `${reason} ${error.message}` : reason;
    const knownError = findKnownError(errorText);
    if (!knownError) {
      return [fault(subject, `The check failed (${reason}).`, ifDown.nextStep, ifDown.link)];
    }
    const { problem, remedy, link } = knownError;
    // The shop itself needs fewer permissions than this check.
    const finding = reason.startsWith('StripePermission') ? warning : fault;
    return [finding(subject, problem, remedy, link)];
  }
};
