import { fetchFile } from '../api/purchase.ts';
import { ApiError } from '../api/request.ts';
import type { DownloadFile } from '../contract/orders.ts';
import { createStore } from '../store/store.ts';
import { say } from '../toasts/say.ts';
import { collectFiles } from './files.ts';
import { linksOf } from './purchase.ts';

const PAUSE_BETWEEN_FILES_MS = 500;

// Revoked at once, some browsers lose a download that has not begun to be written.
const REVOKE_AFTER_MS = 60_000;

/** `fraction` runs from 0 to 1 over the current file. */
type Progress = { position: number; count: number; fileName: string; fraction: number };

type Downloads = { busy: boolean; progress: Progress | null };

export const NO_DOWNLOADS: Downloads = { busy: false, progress: null };

/** The downloads of the page that is open. */
export const downloads = createStore(NO_DOWNLOADS);

/** Hands the bytes to the browser's own downloads, under this name. */
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

const pause = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_FILES_MS));

/** Answers how many could be saved, and whether the shop has refused one. */
async function saveInTurn(
  files: readonly DownloadFile[],
): Promise<{ saved: number; isRefused: boolean }> {
  let saved = 0;
  let isRefused = false;
  for (const [index, { fileName, downloadUrl }] of files.entries()) {
    const showProgress = (fraction: number) =>
      downloads.set({
        busy: true,
        progress: { position: index + 1, count: files.length, fileName, fraction },
      });
    showProgress(0);
    // From start to start: what a file takes is not waited for twice.
    const paused = index < files.length - 1 ? pause() : null;
    try {
      saveFile(await fetchFile(downloadUrl, showProgress), fileName);
      saved++;
    } catch (error) {
      isRefused ||= error instanceof ApiError && error.status === 403;
      const message = `Failed to download ${fileName}. Please try again.`;
      say({ kind: 'error', title: 'Download Failed', message });
    }
    await paused;
  }
  return { saved, isRefused };
}

/** Asks for the links of the paid order and shows them; null where there is none. Answers what went wrong too. */
export async function findLinks() {
  const { sessionId, view } = window.purchase;
  const now = view.get();
  if (now.step !== 'paid' || sessionId === null) return null;
  const found = await collectFiles(now.order, sessionId);
  // Links that cannot be renewed stay as they were.
  if (found.files.length > 0 || now.links === null)
    view.set({ ...now, links: linksOf(found.files) });
  return found;
}

/** The files of the paid order, by the links that the page has, or by new ones. */
async function findFiles(): Promise<readonly DownloadFile[]> {
  const now = window.purchase.view.get();
  const links = now.step === 'paid' ? now.links : null;
  if (links && links.files.length > 0 && links.goodUntil > Date.now()) return links.files;
  const renewed = await findLinks();
  if (renewed === null) say({ kind: 'error', title: 'Please complete your purchase first.' });
  else if (renewed.problem) say({ kind: 'error', ...renewed.problem });
  return renewed?.files ?? [];
}

/** Saves every file, one after another, and tells the buyer how it went. */
export async function downloadAll(): Promise<void> {
  if (downloads.get().busy) return;
  downloads.set({ busy: true, progress: null });
  try {
    const { saved, isRefused } = await saveInTurn(await findFiles());
    if (saved > 0) {
      const message = `${saved} file(s) downloaded successfully!`;
      say({ kind: 'success', title: 'Download Started', message });
    }
    // Money may have gone back meanwhile: the page then says so.
    if (isRefused) await window.purchase.refresh();
  } finally {
    downloads.set(NO_DOWNLOADS);
  }
}
