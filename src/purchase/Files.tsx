import { outcomeWords } from './download.ts';
import type { PaidPurchase } from './purchase.ts';
import { type DownloadState, useDownload } from './use-download.ts';

/** The progress of a download, and then its result, which stays as long as the page is open. */
function DownloadStatus({ state }: { state: DownloadState }) {
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

/** The file of a product. */
export type SoldFile = {
  readonly type: string;
  readonly fileName: string;
  /** "A Seed in the Jar, ages 6–10, PDF" */
  readonly title: string;
  /** What was bought: "PDF, about 2 MB, 15 pages". */
  readonly facts: string;
};

type Props = { purchase: PaidPurchase; sold: readonly SoldFile[] };

/** The files of a paid order, saved by one button, or each by a plain link as phones and in-app browsers need it. */
export function Files({ purchase, sold }: Props) {
  const { state, files, download } = useDownload(purchase);
  const isBusy = state.step === 'busy';
  const isBundle = purchase.order.product_type === 'bundle';
  const titleOf = (name: string) => sold.find(({ fileName }) => fileName === name)?.title ?? 'PDF';
  return (
    <div className="screen-only">
      <button
        type="button"
        className="button mt-6 w-full sm:w-auto"
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void download()}
      >
        {isBusy ? 'Preparing Download...' : `Download Your Guide${isBundle ? 's' : ''}`}
      </button>
      <DownloadStatus state={state} />
      <section className="note" aria-labelledby="file-links">
        <h2 id="file-links" className="text-title">
          Or open it directly
        </h2>
        <p className="mt-2">
          On a phone or tablet, tap a file. If it opens instead of saving, save it with the share
          button. If it stops on a slow connection, choose “Resume” in your browser’s downloads.
        </p>
        {files.length === 0 && (
          <p className="mt-3">We couldn’t load the links. Use the button above to try again.</p>
        )}
        <ul className="mt-3">
          {files.map(({ downloadUrl, fileName }) => (
            <li key={fileName} className="border-t border-rule first:border-0">
              <a className="block py-2.5" href={downloadUrl} download>
                <span className="link font-semibold">{titleOf(fileName)}</span>{' '}
                <span className="block text-small wrap-anywhere text-quiet">{fileName}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
