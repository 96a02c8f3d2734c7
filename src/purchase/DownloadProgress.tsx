import { usePageStore } from '../store/use-store.ts';
import { Toasts } from '../toasts/Toasts.tsx';
import { NO_DOWNLOADS } from './download.ts';

/** How far the download of the order's files is, and what is told of it. The page's own script downloads. */
export function DownloadProgress() {
  const { progress } = usePageStore(() => window.downloads, NO_DOWNLOADS);
  return (
    <>
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
