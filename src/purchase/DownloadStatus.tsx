import type { Outcome } from './download.ts';
import type { DownloadState } from './use-download.ts';

const PERCENT = 100;

/** How a download ended, and what to do now. */
function outcomeWords({ saved, stoppedAt }: Outcome): string {
  if (stoppedAt === null) {
    return saved > 0 ? 'Saved. Look in your Downloads.' : 'Nothing was saved. Press again.';
  }
  const { count, fileName, fraction } = stoppedAt;
  const file = count === 1 ? 'It' : fileName;
  const end =
    fraction > 0 ? `stopped at ${Math.round(fraction * PERCENT)} %` : 'could not be fetched';
  return `${saved > 0 ? `${saved} of ${count} saved. ` : ''}${file} ${end}. Press again.`;
}

/** How far a download is, and afterwards how it went: that stays for as long as the page is open. */
export function DownloadStatus({ state }: { state: DownloadState }) {
  const progress = state.step === 'busy' ? state.progress : null;
  return (
    <div className="min-h-19 pt-5 pb-4" aria-live="polite">
      {progress && (
        <>
          <label htmlFor="download-progress" className="text-small">
            File {progress.position} of {progress.count}:{' '}
            <span className="wrap-anywhere">{progress.fileName}</span>
          </label>
          <progress
            id="download-progress"
            className="progress mt-2"
            max={progress.count}
            value={progress.position - 1 + progress.fraction}
          />
        </>
      )}
      {state.step === 'done' && <p className="font-semibold">{outcomeWords(state.outcome)}</p>}
    </div>
  );
}
