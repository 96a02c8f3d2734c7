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

/** How much of a file is there, in one unit: `sizeOf(3_145_728, 17_825_792)` is "3.0 of 17.0 MB". */
function sizeOf(bytes: number, total: number): string {
  if (total < MB) return `${Math.floor(bytes / KB)} of ${fileSize(total)}`;
  return `${(bytes / MB).toFixed(1)} of ${fileSize(total)}`;
}

/** The rest time as one would say it; rough, so that it does not flicker. Null while nobody knows. */
function restTime(seconds: number | null): string {
  if (seconds === null) return 'Working out how long this takes';
  if (seconds <= 5) return 'A few seconds left';
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'About a minute left' : `About ${minutes} minutes left`;
}

/** Why nothing moves, and what the owner may do. */
function waitWords(wait: Wait): string {
  if (wait.why === 'failed') {
    const { retryInSeconds } = wait;
    return `The shop didn’t respond. Trying again in ${retryInSeconds} ${retryInSeconds === 1 ? 'second' : 'seconds'}.`;
  }
  return wait.why === 'offline'
    ? 'You’re offline. The upload continues when you’re back online.'
    : 'Your session has ended. The upload continues when you log in again.';
}

/** How far an upload has come and what it does, in a line. */
export function progressWords(state: UploadState): string {
  if (state.step === 'publishing')
    return 'Upload complete. The shop is checking the whole file once more.';
  if (!('sentBytes' in state)) return '';
  const there = sizeOf(state.sentBytes, state.file.size);
  if (state.step === 'uploading') return `${there}. ${restTime(state.remainingSeconds)}.`;
  if (state.step === 'waiting') return `${there}. ${waitWords(state.wait)}`;
  if (state.step === 'canceled')
    return `Stopped at ${there}. The uploaded part is kept for two days.`;
  return `${there}.`;
}

/**
 * What an upload that is stuck means; null where it is not, or waits for a login. The same words before, in
 * and after each try, since they are read aloud whenever they change.
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

/** The way of a file to the shop, and the buttons for it. */
export function UploadActions({ state }: Props) {
  const { step, file, product } = state;
  const trouble = isInProgress(state) ? stuckWords(state) : null;
  return (
    // On a phone within reach of the thumb, however long the list of what was found is.
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
