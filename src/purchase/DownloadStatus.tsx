import { ALLOW_SEVERAL, outcomeWords } from './download-outcome.ts';
import { FileName } from './FileName.tsx';
import type { DownloadState } from './use-download.ts';

export function DownloadStatus({ state }: { state: DownloadState }) {
  const progress = state.step === 'busy' ? state.progress : null;
  return (
    <div className="min-h-19 pt-5 pb-4" aria-live="polite">
      {progress && (
        <>
          <label htmlFor="download-progress" className="text-small">
            File {progress.position} of {progress.count}: <FileName name={progress.fileName} />
          </label>
          <progress
            id="download-progress"
            className="progress mt-2"
            max={progress.count}
            value={progress.position - 1 + progress.fraction}
          />
          {progress.isWaiting && (
            <p className="mt-2 text-small">
              The connection dropped. The download continues as soon as it’s back.
            </p>
          )}
          {progress.count > 1 && <p className="mt-2 text-small text-quiet">{ALLOW_SEVERAL}</p>}
        </>
      )}
      {state.step === 'done' && <p className="font-semibold">{outcomeWords(state.outcome)}</p>}
    </div>
  );
}
