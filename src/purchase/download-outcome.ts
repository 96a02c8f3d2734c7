import type { ApiError } from '../api/request.ts';

/** `fraction` runs from 0 to 1 over the current file. */
export type DownloadProgress = {
  position: number;
  count: number;
  fileName: string;
  fraction: number;
};

export type DownloadOutcome = {
  /** A number of files. */
  saved: number;
  /** The progress of the first file that failed. */
  stoppedAt: DownloadProgress | null;
  /** The first error response. */
  refusal: ApiError | null;
};

/** What happened and what to do next. Prefers the server's explanation. */
export function outcomeWords({ saved, stoppedAt, refusal }: DownloadOutcome): string {
  if (stoppedAt === null) {
    return saved > 0 ? 'Saved. Look in your Downloads.' : 'Nothing was saved. Try again.';
  }
  const { count, fileName, fraction } = stoppedAt;
  const file = count === 1 ? 'It' : fileName;
  const end = fraction > 0 ? `stopped at ${Math.round(fraction * 100)}%` : 'didn’t download';
  const reason = refusal?.detail ?? `${file} ${end}. Try again.`;
  return saved > 0 ? `${saved} of ${count} saved. ${reason}` : reason;
}
