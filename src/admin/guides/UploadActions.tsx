import { cancelUpload, discardFile, startUpload } from './upload.ts';
import { fileSize, KB, MB } from './file-size.ts';
import { type Checked, mayStart, type UploadState } from './upload-state.ts';

/** The progress in a single unit: `sizeWords(3_145_728, 17_825_792)` is "3.0 of 17.0 MB". */
function sizeWords(bytes: number, total: number): string {
  if (total < MB) return `${Math.floor(bytes / KB)} of ${fileSize(total)}`;
  return `${(bytes / MB).toFixed(1)} of ${fileSize(total)}`;
}

type Uploading = Extract<UploadState, { step: 'uploading' }>;

/** Whether the server has the whole file, and checks it. */
export const isSent = ({ sentBytes, file }: Uploading): boolean => sentBytes === file.size;

export const progressWords = (state: Uploading): string =>
  isSent(state)
    ? 'Upload complete. The shop is checking the whole file once more.'
    : `${sizeWords(state.sentBytes, state.file.size)}.`;

const START = { ready: 'Upload', failed: 'Try again' } as const;

/** The progress of an upload, with the buttons to start, cancel and discard it. */
export function UploadActions({ state }: { state: Extract<UploadState, Checked> }) {
  return (
    // On a phone, the buttons stick to the bottom, because the list of findings above them can be long.
    <div className="mt-6 border-rule max-md:sticky max-md:bottom-0 max-md:border-t max-md:bg-card max-md:py-3">
      {state.step === 'failed' && (
        <div role="alert" className="mb-4 border-l-4 border-alert pl-4">
          <p className="font-semibold">The upload failed</p>
          <p>{state.reason}</p>
          <p className="text-small text-quiet">
            The list below shows what buyers get. It’s safe to try again.
          </p>
        </div>
      )}
      {state.step === 'uploading' && <Progress state={state} />}
      <div className="flex flex-wrap gap-3">
        {mayStart(state) && (
          <>
            <button
              type="button"
              className="button grow sm:grow-0"
              data-next={state.step}
              disabled={state.product === null}
              onClick={() => void startUpload()}
            >
              {START[state.step]}
            </button>
            <button type="button" className="button-quiet" onClick={discardFile}>
              Discard
            </button>
          </>
        )}
        {state.step === 'uploading' && !isSent(state) && (
          <button
            type="button"
            className="button-quiet grow sm:grow-0"
            data-next="uploading"
            onClick={cancelUpload}
          >
            Cancel
          </button>
        )}
      </div>
    </div>
  );
}

function Progress({ state }: { state: Uploading }) {
  return (
    <div className="mb-4">
      <label htmlFor="upload-progress" className="sr-only">
        Upload progress
      </label>
      <progress
        id="upload-progress"
        className="progress"
        max={state.file.size}
        value={isSent(state) ? undefined : state.sentBytes}
      />
      <p className="mt-2 text-small tabular-nums">{progressWords(state)}</p>
    </div>
  );
}
