import type { DownloadFile } from '../contract/orders.ts';
import { outcomeWords } from './download.ts';
import type { FileWords } from './file-words.ts';
import { OrderNumber } from './parts.tsx';
import { type DownloadState, type PaidPurchase, useDownload } from './use-download.ts';

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

type LinksProps = {
  files: readonly DownloadFile[];
  /** What a file is, by its name: "A Seed in the Jar, ages 6–10, PDF". */
  titles: Readonly<Record<string, string>>;
};

/** Every file as a plain link, for phones and in-app browsers. */
function FileLinks({ files, titles }: LinksProps) {
  return (
    <section className="note" aria-labelledby="file-links">
      <h2 id="file-links" className="text-title">
        Or open it directly
      </h2>
      <p className="mt-2">
        On a phone or tablet, tap a file. If it opens instead of saving, save it with the share
        button. If it stops on a slow connection, choose “Resume” in your browser’s downloads.
      </p>
      {files.length === 0 ? (
        <p className="mt-3 py-2.5">
          We couldn’t load the links. Use the button above to try again.
        </p>
      ) : (
        <ul className="mt-3">
          {files.map(({ downloadUrl, fileName }) => (
            <li key={fileName} className="border-t border-rule first:border-0">
              <a className="group block py-2.5" href={downloadUrl} download>
                <span className="link font-semibold">{titles[fileName] ?? 'PDF'}</span>{' '}
                <span className="block text-small wrap-anywhere text-quiet">{fileName}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Props = {
  purchase: PaidPurchase;
  /** The order gives no access any more. */
  onDenied: () => void;
  words: FileWords;
  sendsEmail: boolean;
};

/** What was bought, and every way to its files. */
export function PaidOrder({ purchase, onDenied, words, sendsEmail }: Props) {
  const { order } = purchase;
  const { state, files, download } = useDownload(purchase, onDenied);
  const isBusy = state.step === 'busy';
  const isBundle = order.product_type === 'bundle';
  return (
    <>
      <p className="mt-4 text-lead text-balance">{order.guide_name}</p>
      <p className="mt-1 text-quiet">{words.facts[order.product_type]}</p>
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
      <FileLinks files={files} titles={words.titles} />
      <div className="mt-8">
        <p>
          This page is yours to come back to. Save the link, and you can download again.{' '}
          {sendsEmail && 'We’ve also emailed it to you.'}
        </p>
        <OrderNumber sessionId={order.stripe_session_id} />
      </div>
    </>
  );
}
