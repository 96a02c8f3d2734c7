import type { ApiError } from '../api/request.ts';

/** `fraction` is the downloaded part of the current file, from 0 to 1. */
export type DownloadProgress = {
  position: number;
  count: number;
  fileName: string;
  fraction: number;
  /** Whether the connection is broken. */
  isWaiting: boolean;
};

export type DownloadOutcome = {
  /** The number of files that the button saves. */
  count: number;
  /** How many files are saved, including those from earlier clicks. */
  saved: number;
  /** How much of each failed file arrived, from 0 to 1. */
  failedAt: readonly number[];
  /** The first error response. */
  refusal: ApiError | null;
};

export const ALLOW_SEVERAL = 'If your browser asks about several files, choose Allow.';

/**
 * Chromium asks the buyer before a page saves several files. Until the buyer chooses Allow,
 * Chromium saves no other file from the page, not even from a link. After a reload, links work
 * again. If the buyer chose Block, only one file can be saved after each reload.
 */
const IF_MISSING = 'If one is missing, reload this page and use its link.';

function describeFailures({ count, failedAt, refusal }: DownloadOutcome): string {
  const nextStep = refusal?.detail ?? 'Press the button again to continue.';
  if (count > 1) return `${failedAt.length} didn’t download. ${nextStep}`;
  const [fraction = 0] = failedAt;
  if (fraction === 0) return refusal?.detail ?? 'It didn’t download. Try again.';
  return `It stopped at ${Math.round(fraction * 100)}%. ${nextStep}`;
}

/** Says what happened and what to do next. Prefers the server's explanation. */
export function outcomeWords(outcome: DownloadOutcome): string {
  const { count, saved, failedAt } = outcome;
  if (count === 0) return 'Nothing was saved. Try again.';
  const savedOf = `${saved} of ${count} saved.`;
  if (failedAt.length > 0) {
    const failures = describeFailures(outcome);
    return count > 1 ? `${savedOf} ${failures}` : failures;
  }
  if (count > 1) return `${savedOf} ${ALLOW_SEVERAL} ${IF_MISSING}`;
  return 'Saved. Look in your Downloads. If it isn’t there, use the link.';
}
