import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Toasts } from '../toasts/Toasts.tsx';
import { type Downloads, NO_DOWNLOADS, busyLabel } from './download.ts';
import { usePurchase } from './use-purchase.ts';

const subscribe = (listener: () => void) => window.downloads.state.subscribe(listener);
const read = (): Downloads => window.downloads.state.get();
const onServer = (): Downloads => NO_DOWNLOADS;

/** How far the download of the order's files is. A press is answered by the page's own script (download-page.ts). */
export function DownloadButton() {
  const { busy, progress } = useSyncExternalStore(subscribe, read, onServer);
  const view = usePurchase();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (button.current) window.downloads.handOver(button.current);
  }, []);

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
