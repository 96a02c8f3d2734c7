import type { Progress } from './download.ts';

/** How far the download has come, over all its files. */
export function DownloadProgress({ progress }: { progress: Progress }) {
  const { position, count, fileName, fraction } = progress;
  return (
    <div className="mt-5">
      <label htmlFor="download-progress" className="text-small">
        File {position} of {count}: <span className="wrap-anywhere">{fileName}</span>
      </label>
      <progress
        id="download-progress"
        className="progress mt-2"
        max={count}
        value={position - 1 + fraction}
      />
    </div>
  );
}
