import { toast } from 'sonner';
import { ApiError } from '../api/request.ts';
import type { DownloadFile } from '../contract/orders.ts';
import type { DownloadOutcome, DownloadProgress } from './download-outcome.ts';
import { fetchFile } from './fetch-file.ts';

const PAUSE_BETWEEN_FILES_MS = 500;

/** Some browsers lose a download whose URL is revoked before the file is written. */
const REVOKE_AFTER_MS = 60_000;

/** Hands the file to the browser's own downloads. */
function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_FILES_MS));

/** Saves the files one after another. Shows the results as toasts. */
export async function saveInTurn(
  files: readonly DownloadFile[],
  onProgress: (progress: DownloadProgress) => void,
): Promise<DownloadOutcome> {
  const outcome: DownloadOutcome = { saved: 0, stoppedAt: null, refusal: null };
  for (const [index, { fileName, downloadUrl }] of files.entries()) {
    let progress: DownloadProgress = {
      position: index + 1,
      count: files.length,
      fileName,
      fraction: 0,
    };
    onProgress(progress);
    // Starts before the file, so that a slow file needs no additional pause.
    const paused = index < files.length - 1 ? pause() : null;
    try {
      const file = await fetchFile(downloadUrl, (fraction) => {
        progress = { ...progress, fraction };
        onProgress(progress);
      });
      saveFile(file, fileName);
      outcome.saved += 1;
    } catch (error) {
      outcome.stoppedAt ??= progress;
      if (error instanceof ApiError) outcome.refusal ??= error;
      toast.error('Download Failed', {
        description: `Failed to download ${fileName}. Please try again.`,
      });
    }
    await paused;
  }
  if (outcome.saved > 0) {
    const description = `${outcome.saved} file(s) downloaded successfully!`;
    toast.success('Download Started', { description });
  }
  return outcome;
}
