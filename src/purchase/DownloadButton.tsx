import { useEffect } from 'react';
import { usePageStore } from '../store/use-store.ts';
import { Toasts } from '../toasts/Toasts.tsx';
import { NO_DOWNLOADS, busyLabel } from './download.ts';
import { CHECKING } from './watch.ts';

/** How far the download of the order's files is. A press is answered by the page's own script (download-page.ts). */
export function DownloadButton() {
  const { busy, progress } = usePageStore(() => window.downloads.state, NO_DOWNLOADS);
  const view = usePageStore(() => window.purchase.view, CHECKING);

  useEffect(() => window.downloads.handOver(), []);

  const isBundle = view.step === 'paid' && view.order.product_type === 'bundle';
  const label = isBundle ? 'Download Your Guides' : 'Download Your Guide';
  return (
    <>
      <button
        type="button"
        className="button mt-6 w-full sm:w-auto"
        disabled={busy}
        aria-busy={busy}
        data-download-all
        suppressHydrationWarning
      >
        {busy ? busyLabel : label}
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
      <Toasts onTopOfPhones />
    </>
  );
}
