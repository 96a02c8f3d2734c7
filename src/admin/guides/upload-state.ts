import type { PublishResponse } from '../../contract/guide-files.ts';
import type { PdfFindings } from '../../pdf/inspect.ts';
import type { Wait } from './retry.ts';

/** A page as a canvas takes it: red, green, blue and alpha, one byte each. */
export type Pixels = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
};

/** A file that the shop would take. */
export type Checked = {
  readonly file: File;
  readonly findings: PdfFindings;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  /** Its first page; null where it cannot be drawn. */
  readonly page: Promise<Pixels | null>;
  /** The product's id; null while nobody has said for which it is. */
  readonly product: string | null;
};

type Named = { readonly fileName: string };
/** A checked file with its product, and how much of it the shop holds. Bytes. */
export type Started = Checked & { readonly product: string; readonly sentBytes: number };

/** Whether nothing new has arrived for a while, however often it was tried. */
type MaybeStuck = { readonly isStuck: boolean };

/** The shop was asked to publish it, and may have done so without an answer coming through. */
type MaybeLive = { readonly mayBeLive: boolean };

export type UploadState =
  | { readonly step: 'idle' }
  | (Named & { readonly step: 'checking' })
  /** Nothing of it has left this machine. */
  | (Named & { readonly step: 'refused'; readonly reason: string })
  | (Checked & { readonly step: 'ready' })
  /** `remainingSeconds` is null until the speed is known. */
  | (Started &
      MaybeStuck & { readonly step: 'uploading'; readonly remainingSeconds: number | null })
  | (Started & MaybeStuck & MaybeLive & { readonly step: 'waiting'; readonly wait: Wait })
  /** What is there is kept: it goes on where it stopped. */
  | (Started & { readonly step: 'canceled' })
  | (Started & MaybeStuck & { readonly step: 'publishing' })
  | (Started & MaybeLive & { readonly step: 'failed'; readonly reason: string })
  | (Started & { readonly step: 'done'; readonly result: PublishResponse });

type Startable = Extract<UploadState, { step: 'ready' | 'canceled' | 'failed' }>;
export type InProgress = Extract<UploadState, { step: 'uploading' | 'waiting' | 'publishing' }>;

/** Whether a file is there that could be sent. */
export function mayStart(state: UploadState): state is Startable {
  return state.step === 'ready' || state.step === 'canceled' || state.step === 'failed';
}

/** Whether a file is on its way, so that leaving the page would stop it. */
export function isInProgress(state: UploadState): state is InProgress {
  const { step } = state;
  return step === 'uploading' || step === 'waiting' || step === 'publishing';
}
