import type { DownloadFile } from '../contract/orders.ts';
import { outcomeWords } from './download.ts';
import type { FileWords } from './file-words.ts';
import { OrderNumber } from './parts.tsx';
import type { SettledPurchase } from './purchase.ts';
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
  links: readonly DownloadFile[] | null;
  /** What a file is, by its name: "A Seed in the Jar, ages 6–10, PDF". */
  titles: Readonly<Record<string, string>>;
  /** The number of files to come, so that the page keeps space for them. */
  count: number;
};

/** Every file as a plain link, for phones and in-app browsers. */
function FileLinks({ links, titles, count }: LinksProps) {
  return (
    <section className="note" aria-labelledby="file-links">
      <h2 id="file-links" className="text-title">
        Each file as a link
      </h2>
      <p className="mt-2">
        On a phone or tablet, tap a file. If it opens instead of saving, save it with the share
        button. If it stops on a slow connection, choose “Resume” in your browser’s downloads.
      </p>
      {links?.length === 0 ? (
        <p className="mt-3 py-2.5">The links could not be fetched. The button above tries again.</p>
      ) : (
        <ul className="mt-3">
          {links === null &&
            Array.from({ length: count }, (_, row) => (
              <li key={row} className="border-t border-rule py-2.5 text-quiet first:border-0">
                {row === 0 ? 'Fetching the links...' : '\u00A0'}
                <span className="block text-small">&nbsp;</span>
              </li>
            ))}
          {links?.map(({ downloadUrl, fileName }) => (
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
  show: (purchase: SettledPurchase) => void;
  words: FileWords;
  sendsEmail: boolean;
};

/** What was bought, and every way to its files. */
export function PaidOrder({ purchase, show, words, sendsEmail }: Props) {
  const { order, links } = purchase;
  const { state, download } = useDownload(purchase, show);
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
      <FileLinks
        links={links}
        titles={words.titles}
        count={isBundle ? Object.keys(words.titles).length : 1}
      />
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
