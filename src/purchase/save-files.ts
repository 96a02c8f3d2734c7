import { toast } from 'sonner';
import { ApiError } from '../api/request.ts';
import { saveFile } from '../api/save-file.ts';
import type { DownloadFile } from '../contract/orders.ts';
import type { ToastPosition } from '../toasts/position.ts';
import type { DownloadOutcome, DownloadProgress } from './download-outcome.ts';
import { type PartialFile, emptyFile, fetchFile, fractionOf } from './fetch-file.ts';
import { createRetries } from './retries.ts';

const PAUSE_BETWEEN_FILES_MS = 500;

/** Each failure toast replaces the previous one. On a phone, several would cover the button. */
const FAILURE_ID = 'download-failed';

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_FILES_MS));

/** What earlier presses of the button have saved. The next press continues from there. */
export type DownloadMemory = {
  readonly savedNames: Set<string>;
  /** Keyed by the file's name. */
  readonly partialFiles: Map<string, PartialFile>;
};

export const createMemory = (): DownloadMemory => ({
  savedNames: new Set(),
  partialFiles: new Map(),
});

type Options = {
  readonly memory: DownloadMemory;
  readonly position: ToastPosition;
  readonly onProgress: (progress: DownloadProgress) => void;
};

/** Returns the files that earlier presses did not save, or all files if none is left. */
function filesToSave(files: readonly DownloadFile[], { savedNames }: DownloadMemory) {
  const missing = files.filter(({ fileName }) => !savedNames.has(fileName));
  if (missing.length > 0) return missing;
  savedNames.clear();
  return files;
}

/** Saves the files one after another. Shows the results as toasts. */
export async function saveInTurn(
  files: readonly DownloadFile[],
  { memory, position, onProgress }: Options,
): Promise<DownloadOutcome> {
  const { savedNames, partialFiles } = memory;
  const retries = createRetries();
  const missing = filesToSave(files, memory);
  const failedAt: number[] = [];
  let refusal: ApiError | null = null;

  for (const { fileName, downloadUrl } of missing) {
    const file = partialFiles.get(fileName) ?? emptyFile();
    partialFiles.set(fileName, file);
    const report = (isWaiting: boolean): void =>
      onProgress({
        position: files.findIndex((one) => one.fileName === fileName) + 1,
        count: files.length,
        fileName,
        fraction: fractionOf(file),
        isWaiting,
      });
    report(false);
    // Starts before the download, so that there is no additional pause after a slow file.
    const paused = fileName === missing[missing.length - 1]?.fileName ? null : pause();
    try {
      const blob = await fetchFile(downloadUrl, file, { retries, report });
      saveFile(blob, fileName);
      savedNames.add(fileName);
      partialFiles.delete(fileName);
    } catch (error) {
      failedAt.push(fractionOf(file));
      if (error instanceof ApiError) refusal ??= error;
      toast.error('Download Failed', {
        id: FAILURE_ID,
        description: `Failed to download ${fileName}. Please try again.`,
        position,
      });
    }
    await paused;
  }
  const savedNow = missing.length - failedAt.length;
  if (savedNow > 0) {
    const description = `${savedNow} file(s) downloaded successfully!`;
    toast.success('Download Started', { description, position });
  }
  return { count: files.length, saved: files.length - failedAt.length, failedAt, refusal };
}
