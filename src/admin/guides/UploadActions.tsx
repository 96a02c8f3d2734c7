import { cancelUpload, discardFile, startUpload } from './upload.ts';
import { type Checked, isInProgress, mayStart, type UploadState } from './upload-state.ts';
import { progressWords, stuckWords } from './upload-messages.ts';

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
              ? 'It may be live all the same: the list below shows what buyers get. Trying again does no harm.'
              : 'Buyers get what they got before.'}
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
            Progress of the upload
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
