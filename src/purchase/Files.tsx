import { formatFileSize } from '../contract/format-file.ts';
import { type DownloadFile, stillPreparing } from '../contract/orders.ts';
import { unbroken } from '../contract/ranges.ts';
import { DownloadStatus } from './DownloadStatus.tsx';
import { FileName } from './FileName.tsx';
import { useDownload } from './use-download.ts';
import type { OpenPurchase } from './verify-purchase.ts';

export type SoldFile = {
  readonly type: string;
  /** The guide first, then its other files. */
  readonly fileNames: readonly string[];
  /** "A Seed in the Jar, ages 6–10" */
  readonly name: string;
  /** "A Seed in the Jar, ages 6–10, PDF" */
  readonly title: string;
  /** "PDF, about 2 MB, 15 pages" */
  readonly facts: string;
};

type Props = { purchase: OpenPurchase; sold: readonly SoldFile[] };

/** A button that saves all guides, and a link to each file for phones and in-app browsers. */
export function Files({ purchase, sold }: Props) {
  const { state, files, download } = useDownload(purchase);
  const isBusy = state.step === 'busy';
  const isBundle = purchase.order.product_type === 'bundle';
  const guides = files.filter(({ isExtra }) => !isExtra);
  const others = files.filter(({ isExtra }) => isExtra);
  const productOf = (name: string) => sold.find(({ fileNames }) => fileNames.includes(name));
  return (
    <div className="screen-only">
      <button
        type="button"
        className="button mt-6 w-full sm:w-auto"
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={({ currentTarget: button }) => void download(button)}
      >
        {isBusy ? 'Preparing Download...' : `Download Your Guide${isBundle ? 's' : ''}`}
      </button>
      <DownloadStatus state={state} />
      {purchase.step === 'paid' && purchase.preparing.length > 0 && (
        <p className="mb-5">
          {stillPreparing(purchase.preparing.map(unbroken), purchase.hasEmail === true)}
        </p>
      )}
      <section className="note" aria-labelledby="file-links">
        <h2 id="file-links" className="text-title">
          {isBundle ? 'Or one file at a time' : 'Or use the link'}
        </h2>
        <p className="mt-2">
          Works everywhere, even in the browser inside an app. If a file opens instead of saving,
          save it with the share button. If it stops on a slow connection, choose “Resume” in your
          browser’s downloads.
        </p>
        {files.length === 0 && (
          <p className="mt-3">We couldn’t load the links. Use the button above to try again.</p>
        )}
        <ul className="mt-3">
          {guides.map((file) => (
            <FileLink
              key={file.fileName}
              file={file}
              title={productOf(file.fileName)?.title ?? 'PDF'}
            />
          ))}
        </ul>
        {others.length > 0 && (
          <>
            <h3 className="mt-6 font-serif text-lead font-semibold">More files</h3>
            <ul className="mt-1">
              {others.map((file) => (
                <FileLink
                  key={file.fileName}
                  file={file}
                  title={[productOf(file.fileName)?.name, file.label].filter(Boolean).join(', ')}
                  size={formatFileSize(file.size)}
                />
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}

type FileLinkProps = { file: DownloadFile; title: string; size?: string };

const FileLink = ({ file, title, size }: FileLinkProps) => (
  <li className="border-t border-rule first:border-0">
    <a className="block py-2.5" href={file.downloadUrl} download>
      <span className="link font-semibold">{title}</span>{' '}
      <span className="block text-small text-quiet">
        <FileName name={file.fileName} />
        {size !== undefined && `, ${size}`}
      </span>
    </a>
  </li>
);
