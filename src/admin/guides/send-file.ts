import { sendPart } from '../../api/admin.ts';
import { ApiError } from '../../api/request.ts';
import type { PublishResponse } from '../../contract/guide-files.ts';
import { PART_BYTES } from '../../contract/guide-pdf.ts';

/** The server's refusal of a file. Any other failure may pass, including a missing answer. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/**
 * Sends a file in parts, one after another, each tried twice, and returns the answer to the last one. `onSent` gets the
 * number of bytes sent so far.
 */
export async function sendFile(
  product: string,
  file: File,
  onSent: (bytes: number) => void,
): Promise<PublishResponse> {
  const upload = crypto.randomUUID();
  const parts = String(Math.ceil(file.size / PART_BYTES));
  for (let part = 0; ; part += 1) {
    const bytes = file.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    const query = { file: product, upload, part: String(part), parts, name: file.name };
    const published = await sendPart(query, bytes).catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      return sendPart(query, bytes);
    });
    onSent(part * PART_BYTES + bytes.size);
    if (published) return published;
  }
}
