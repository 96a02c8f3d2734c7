import { toast } from 'sonner';
import { fetchFile } from '../api/client.ts';
import type { DownloadFile } from '../contract/downloads.ts';
import { createStore } from '../store/store.ts';
import { collectFiles, type PaidFor } from './files.ts';

const PAUSE_BETWEEN_FILES_MS = 500;

// Revoked at once, some browsers lose a download that has not begun to be written.
const REVOKE_AFTER_MS = 60_000;

export type Access = { order: PaidFor; sessionId: string };

/** `fraction` runs from 0 to 1 over the current file. */
type Progress = { position: number; count: number; fileName: string; fraction: number };

type Downloads = {
  busy: boolean;
  /** Null until the first answer; an empty list when the links could not be had. */
  files: DownloadFile[] | null;
  /** All of them in one, where there is that. */
  archive: DownloadFile | null;
  progress: Progress | null;
};

export const NO_DOWNLOADS: Downloads = { busy: false, files: null, archive: null, progress: null };

/** The downloads of the page that is open. */
export const downloads = createStore(NO_DOWNLOADS);

const change = (part: Partial<Downloads>) => downloads.set({ ...downloads.get(), ...part });

/** Renews the plain links; on failure the old ones stay. */
export async function refreshLinks({ order, sessionId }: Access): Promise<void> {
  const { files, archive } = await collectFiles(order, sessionId);
  if (files.length > 0 || downloads.get().files === null) change({ files, archive });
}

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

/** Answers how many could be saved. */
async function saveInTurn(files: readonly DownloadFile[]): Promise<number> {
  let saved = 0;
  for (const [index, { fileName, downloadUrl }] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_FILES_MS));
    const showProgress = (fraction: number) =>
      change({ progress: { position: index + 1, count: files.length, fileName, fraction } });
    showProgress(0);
    try {
      saveFile(await fetchFile(downloadUrl, showProgress), fileName);
      saved++;
    } catch {
      const description = `Failed to download ${fileName}. Please try again.`;
      toast.error('Download Failed', { description });
    }
  }
  return saved;
}

/** Saves every file, one after another, and tells the buyer how it went. */
export async function downloadAll(access: Access | null): Promise<void> {
  if (access === null) return void toast.error('Please complete your purchase first.');
  if (downloads.get().busy) return;
  change({ busy: true });
  try {
    const { files, archive, problem } = await collectFiles(access.order, access.sessionId);
    if (problem) toast.error(problem.title, { description: problem.message });
    if (files.length > 0) change({ files, archive });
    const saved = await saveInTurn(files);
    if (saved > 0) {
      const description = `${saved} file(s) downloaded successfully!`;
      toast.success('Download Started', { description });
    }
  } finally {
    change({ busy: false, progress: null });
  }
}
