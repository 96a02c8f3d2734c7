import type { DownloadFile } from '../contract/downloads.ts';
import { collectFiles, type FileCalls } from './collect-files.ts';
import type { PaidFor } from './match-products.ts';
import { createStore, type Store } from '../store/store.ts';

const PAUSE_BETWEEN_FILES_MS = 500;

type DownloadState = {
  busy: boolean;
  /** Null until the first answer; an empty list when the links could not be had. */
  files: DownloadFile[] | null;
  /** All of them in one, where there is that. */
  archive: DownloadFile | null;
  progress: Progress | null;
};

/** `fraction` runs from 0 to 1 over the file at hand. */
export type Progress = { position: number; count: number; fileName: string; fraction: number };

export type DownloadCalls = FileCalls & {
  fetchFile: (url: string, onProgress: (fraction: number) => void) => Promise<Blob>;
  saveFile: (file: Blob, fileName: string) => void;
  pause: (milliseconds: number) => Promise<void>;
  tellError: (title: string, message?: string) => void;
  tellSuccess: (title: string, message: string) => void;
};

export type Access = { order: PaidFor; sessionId: string };

export type Downloads = {
  state: Store<DownloadState>;
  /** Renews the plain links; on failure the old ones stay. */
  refreshLinks: (access: Access) => Promise<void>;
  /** Saves every file, one after another, and tells the buyer how it went. */
  downloadAll: (access: Access | null) => Promise<void>;
};

export function createDownloads(calls: DownloadCalls): Downloads {
  const state = createStore<DownloadState>({
    busy: false,
    files: null,
    archive: null,
    progress: null,
  });
  const change = (part: Partial<DownloadState>) => state.set({ ...state.get(), ...part });

  async function refreshLinks({ order, sessionId }: Access): Promise<void> {
    const { files, archive } = await collectFiles(order, sessionId, calls);
    if (files.length > 0 || state.get().files === null) change({ files, archive });
  }

  async function saveInTurn(files: readonly DownloadFile[]): Promise<number> {
    let saved = 0;
    for (const [index, file] of files.entries()) {
      if (index > 0) await calls.pause(PAUSE_BETWEEN_FILES_MS);
      const progress = { position: index + 1, count: files.length, fileName: file.fileName };
      change({ progress: { ...progress, fraction: 0 } });
      try {
        const blob = await calls.fetchFile(file.downloadUrl, (fraction) =>
          change({ progress: { ...progress, fraction } }),
        );
        calls.saveFile(blob, file.fileName);
        saved++;
      } catch {
        calls.tellError(
          'Download Failed',
          `Failed to download ${file.fileName}. Please try again.`,
        );
      }
    }
    return saved;
  }

  async function downloadAll(access: Access | null): Promise<void> {
    if (access === null) return calls.tellError('Please complete your purchase first.');
    if (state.get().busy) return;
    change({ busy: true });
    try {
      const { files, archive, problem } = await collectFiles(access.order, access.sessionId, calls);
      if (problem) calls.tellError(problem.title, problem.message);
      if (files.length > 0) change({ files, archive });
      const saved = await saveInTurn(files);
      if (saved > 0)
        calls.tellSuccess('Download Started', `${saved} file(s) downloaded successfully!`);
    } finally {
      change({ busy: false, progress: null });
    }
  }

  return { state, refreshLinks, downloadAll };
}
