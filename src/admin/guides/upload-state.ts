import type { PublishResponse } from '../../contract/guide-files.ts';
import type { PdfFindings } from '../../pdf/inspect.ts';

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
type Started = Checked & { readonly product: string };

export type UploadState =
  | { readonly step: 'idle' }
  | (Named & { readonly step: 'checking' })
  /** Nothing was uploaded. */
  | (Named & { readonly step: 'refused'; readonly reason: string })
  | (Checked & { readonly step: 'ready' })
  | (Started & { readonly step: 'uploading'; readonly sentBytes: number })
  | (Started & { readonly step: 'failed'; readonly reason: string })
  | (Started & { readonly step: 'done'; readonly result: PublishResponse });

/** Whether the upload can be started. */
export function mayStart(
  state: UploadState,
): state is Extract<UploadState, { step: 'ready' | 'failed' }> {
  return state.step === 'ready' || state.step === 'failed';
}
