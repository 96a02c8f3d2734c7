import type { PublishResponse } from '../../contract/guide-files.ts';
import type { PdfFindings } from '../../pdf/inspect.ts';
import type { Wait } from './retry.ts';

/** A file that has passed the checks. */
export type Checked = {
  readonly file: File;
  readonly findings: PdfFindings;
  /** In 64 hexadecimal digits. */
  readonly sha256: string;
  /** The first page, or null if it cannot be drawn. */
  readonly page: Promise<ImageData | null>;
  /** The product's id. Null until one is guessed or chosen. */
  readonly product: string | null;
};

type Named = { readonly fileName: string };
/** A checked file with its product and the number of bytes sent so far. */
export type Started = Checked & { readonly product: string; readonly sentBytes: number };

/** Whether the upload has made no progress for a while. */
type MaybeStuck = { readonly isStuck: boolean };

/** Whether the server may have published the file although its answer was lost. */
type MaybeLive = { readonly mayBeLive: boolean };

export type UploadState =
  | { readonly step: 'idle' }
  | (Named & { readonly step: 'checking' })
  /** Nothing was uploaded. */
  | (Named & { readonly step: 'refused'; readonly reason: string })
  | (Checked & { readonly step: 'ready' })
  /** `remainingSeconds` is null until the speed is known. */
  | (Started &
      MaybeStuck & { readonly step: 'uploading'; readonly remainingSeconds: number | null })
  | (Started & MaybeStuck & MaybeLive & { readonly step: 'waiting'; readonly wait: Wait })
  /** The server keeps the parts, so the upload can be resumed. */
  | (Started & { readonly step: 'canceled' })
  | (Started & MaybeStuck & { readonly step: 'publishing' })
  | (Started & MaybeLive & { readonly step: 'failed'; readonly reason: string })
  | (Started & { readonly step: 'done'; readonly result: PublishResponse });

type Startable = Extract<UploadState, { step: 'ready' | 'canceled' | 'failed' }>;
export type InProgress = Extract<UploadState, { step: 'uploading' | 'waiting' | 'publishing' }>;

/** Whether an upload can be started or resumed. */
export function mayStart(state: UploadState): state is Startable {
  return state.step === 'ready' || state.step === 'canceled' || state.step === 'failed';
}

/** Whether an upload is running, so that leaving the page would stop it. */
export function isInProgress(state: UploadState): state is InProgress {
  const { step } = state;
  return step === 'uploading' || step === 'waiting' || step === 'publishing';
}
