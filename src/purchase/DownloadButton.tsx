import { useEffect, useRef } from 'react';
import { useStore } from '../store/use-store.ts';
import { downloadAll, downloads, findLinks } from './download.ts';
import { usePurchase } from './use-purchase.ts';

/** Saves the files of the order, one after another, and shows how far it is. */
export function DownloadButton() {
  const { busy, progress } = useStore(downloads);
  const view = usePurchase();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (button.current && window.takeDownloadButton(button.current)) void downloadAll();
  }, []);
  const isLinkless = view?.step === 'paid' && view.links === null;
  useEffect(() => {
    if (isLinkless) void findLinks();
  }, [isLinkless]);

  const isBundle = view?.step === 'paid' && view.order.product_type === 'bundle';
  const label = isBundle ? 'Download Your Guides' : 'Download Your Guide';
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button mt-6 w-full sm:w-auto"
        disabled={busy}
        aria-busy={busy}
        onClick={() => void downloadAll()}
        data-download-all
        suppressHydrationWarning
      >
        {busy ? 'Preparing Download...' : label}
      </button>
      <div className="min-h-19" aria-live="polite">
        {progress && (
          <div className="mt-5">
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
          </div>
        )}
      </div>
    </>
  );
}
