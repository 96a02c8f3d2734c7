import { ApiError } from '../../api/request.ts';
import { sendPart } from '../../api/send-part.ts';
import type { PublishResponse } from '../../contract/guide-files.ts';
import { PART_BYTES } from '../../pdf/limits.ts';
import { asOwner } from '../session/session.ts';

/** The server's refusal of a file. Any other failure may pass, including a missing answer. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500;

/**
 * Sends a file in parts, one after another, each tried twice, and returns the answer to the last one. `onSent` gets the
 * number of bytes sent so far.
 */
export async function sendFile(
  { file, product }: { readonly file: File; readonly product: string },
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<PublishResponse> {
  const upload = crypto.randomUUID();
  const parts = String(Math.ceil(file.size / PART_BYTES));
  for (let part = 0; ; part += 1) {
    const from = part * PART_BYTES;
    const query = { file: product, upload, part: String(part), parts, name: file.name };
    const bytes = file.slice(from, from + PART_BYTES);
    const send = () => asOwner(() => sendPart(query, bytes, (sent) => onSent(from + sent), signal));
    const published = await send().catch((error: unknown) => {
      if (signal.aborted || isRefusal(error)) throw error;
      return send();
    });
    onSent(from + bytes.size);
    if (published) return published;
  }
}
