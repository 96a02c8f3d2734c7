import { toast } from 'sonner';
import { ApiError, request } from '../api/request.ts';
import type { DownloadFile } from '../contract/orders.ts';

const FILE_WITHIN_MS = 5 * 60_000;
const PAUSE_BETWEEN_FILES_MS = 500;

// Some browsers lose a download whose address is revoked before it is written.
const REVOKE_AFTER_MS = 60_000;

/** `fraction` runs from 0 to 1 over the current file. */
export type DownloadProgress = {
  position: number;
  count: number;
  fileName: string;
  fraction: number;
};

/** How many files were saved, how much of the first failed one arrived, and the first refusal. */
export type DownloadOutcome = {
  saved: number;
  stoppedAt: DownloadProgress | null;
  refusal: ApiError | null;
};

/** How a download ended, and what to do next: in the shop's words if it refused a file. */
export function outcomeWords({ saved, stoppedAt, refusal }: DownloadOutcome): string {
  if (stoppedAt === null) {
    return saved > 0 ? 'Saved. Look in your Downloads.' : 'Nothing was saved. Try again.';
  }
  const { count, fileName, fraction } = stoppedAt;
  const file = count === 1 ? 'It' : fileName;
  const end = fraction > 0 ? `stopped at ${Math.round(fraction * 100)}%` : 'didn’t download';
  const reason = refusal?.detail ?? `${file} ${end}. Try again.`;
  return saved > 0 ? `${saved} of ${count} saved. ${reason}` : reason;
}

/**
 * The bytes of one file. `onProgress` gets fractions from 0 to 1 if the length is known. A function ends after a
 * minute, on a slow connection in the middle of the file. What arrived is kept, and the rest is requested.
 */
export async function fetchFile(
  url: string,
  onProgress: (fraction: number) => void,
): Promise<Blob> {
  const signal = AbortSignal.timeout(FILE_WITHIN_MS);
  const response = await request(url, { signal });
  const length = Number(response.headers.get('content-length'));
  const etag = response.headers.get('etag');
  const type = response.headers.get('content-type') ?? 'application/pdf';
  if (!response.body || !length) return response.blob();

  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const readOn = async (body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<void> => {
    const before = received;
    const reader = body?.getReader();
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        chunks.push(part.value);
        received += part.value.byteLength;
        // A compressed answer is longer than its header says.
        onProgress(Math.min(received / length, 1));
      }
      // Some browsers report no error for a body that ends early.
      if (received < length) throw new Error('ended early');
    } catch (error) {
      if (!etag || received === before) throw error;
      const headers = { range: `bytes=${received}-`, 'if-range': etag };
      const rest = await request(url, { signal, headers });
      if (rest.status !== 206) throw error; // another edition by now
      await readOn(rest.body);
    }
  };
  await readOn(response.body);
  return new Blob(chunks, { type });
}

/** Passes the bytes to the browser's own downloads, under this name. */
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

/** Saves every file, one after another, and shows the results as toasts. */
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
    // The pause runs from start to start, so that a slow file adds none.
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
