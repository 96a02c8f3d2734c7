import { cancelUpload, discardFile, startUpload } from './upload.ts';
import { fileSize, KB, MB } from './file-size.ts';
import type { Wait } from './retry.ts';
import {
  type Checked,
  type InProgress,
  isInProgress,
  mayStart,
  type UploadState,
} from './upload-state.ts';

/** The progress in a single unit: `sizeWords(3_145_728, 17_825_792)` is "3.0 of 17.0 MB". */
function sizeWords(bytes: number, total: number): string {
  if (total < MB) return `${Math.floor(bytes / KB)} of ${fileSize(total)}`;
  return `${(bytes / MB).toFixed(1)} of ${fileSize(total)}`;
}

/** The remaining time, rounded so that it doesn't flicker. `seconds` is null while the speed is unknown. */
function timeLeft(seconds: number | null): string {
  if (seconds === null) return 'Working out how long this takes';
  if (seconds <= 5) return 'A few seconds left';
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'About a minute left' : `About ${minutes} minutes left`;
}

/** Why the upload waits, and when it continues. */
function waitWords(wait: Wait): string {
  if (wait.why === 'failed') {
    const { retryInSeconds } = wait;
    return `The shop didn’t respond. Trying again in ${retryInSeconds} ${retryInSeconds === 1 ? 'second' : 'seconds'}.`;
  }
  return wait.why === 'offline'
    ? 'You’re offline. The upload continues when you’re back online.'
    : 'Your session has ended. The upload continues when you log in again.';
}

/** An upload's progress in one line. */
export function progressWords(state: UploadState): string {
  if (state.step === 'publishing')
    return 'Upload complete. The shop is checking the whole file once more.';
  if (!('sentBytes' in state)) return '';
  const sent = sizeWords(state.sentBytes, state.file.size);
  if (state.step === 'uploading') return `${sent}. ${timeLeft(state.remainingSeconds)}.`;
  if (state.step === 'waiting') return `${sent}. ${waitWords(state.wait)}`;
  if (state.step === 'canceled')
    return `Stopped at ${sent}. The uploaded part is kept for two days.`;
  return `${sent}.`;
}

/**
 * Explains a stuck upload. Null if it is not stuck or waits for a login. The text stays the same between
 * tries, because screen readers announce every change.
 */
export function stuckWords(state: InProgress): string | null {
  if (!state.isStuck || (state.step === 'waiting' && state.wait.why === 'logged-out')) return null;
  const cause = 'The upload isn’t getting through. The problem is your connection or the shop.';
  const next = 'It keeps trying, so leave this page open.';
  return state.step === 'publishing' || (state.step === 'waiting' && state.mayBeLive)
    ? `${cause} Nothing is lost: the shop has the whole file. ${next}`
    : `${cause} Nothing is lost: the uploaded part is kept, and buyers still get the same file as before. ${next} You can also cancel, and resume within two days.`;
}

type Props = { state: Extract<UploadState, Checked> };

const START = { ready: 'Upload', canceled: 'Resume', failed: 'Try again' } as const;

/** The progress of an upload, with the buttons to start, cancel and discard it. */
export function UploadActions({ state }: Props) {
  const { step, file, product } = state;
  const trouble = isInProgress(state) ? stuckWords(state) : null;
  return (
    // On a phone, the buttons stick to the bottom, because the list of findings above them can be long.
    <div className="mt-6 border-rule max-md:sticky max-md:bottom-0 max-md:border-t max-md:bg-card max-md:py-3">
      {step === 'failed' && (
        <div role="alert" className="mb-4 border-l-4 border-alert pl-4">
          <p className="font-semibold">The upload failed</p>
          <p>{state.reason}</p>
          <p className="text-small text-quiet">
            {state.mayBeLive
              ? 'It may be live anyway: the list below shows what buyers get. It’s safe to try again.'
              : 'Buyers still get the same file as before.'}
          </p>
        </div>
      )}
      {trouble !== null && (
        <div role="alert" className="mb-4 border-l-4 border-alert pl-4">
          <p className="font-semibold">The upload is stuck</p>
          <p className="text-small">{trouble}</p>
        </div>
      )}
      {'sentBytes' in state && step !== 'failed' && (
        <div className="mb-4">
          <label htmlFor="upload-progress" className="sr-only">
            Upload progress
          </label>
          <progress
            id="upload-progress"
            className="progress"
            max={file.size}
            value={step === 'publishing' ? undefined : state.sentBytes}
          />
          <p className="mt-2 min-h-[3em] text-small tabular-nums sm:min-h-0">
            {progressWords(state)}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {mayStart(state) && (
          <>
            <button
              type="button"
              className="button grow sm:grow-0"
              data-next={step}
              disabled={product === null}
              onClick={() => void startUpload()}
            >
              {START[state.step]}
            </button>
            <button type="button" className="button-quiet" onClick={() => void discardFile()}>
              Discard
            </button>
          </>
        )}
        {(step === 'uploading' || (step === 'waiting' && !state.mayBeLive)) && (
          <button
            type="button"
            className="button-quiet grow sm:grow-0"
            data-next={step}
            onClick={cancelUpload}
          >
            Cancel
          </button>
        )}
      </div>
    </div>
  );
}
