import { sendPart } from '../../api/admin.ts';
import { ApiError } from '../../api/request.ts';
import type { PublishResponse } from '../../contract/guide-files.ts';
import { PART_BYTES } from '../../contract/guide-pdf.ts';

/** A browser refuses to read a chosen file that was saved again in the meantime. */
export class FileChanged extends Error {
  override message =
    'The file has changed on your computer since you chose it, so nothing was published. Please choose it again.';
}

/** Throws `FileChanged`. If `fetch` read the file itself, it would report a network error. */
async function readPart(file: File, part: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(part * PART_BYTES, (part + 1) * PART_BYTES).arrayBuffer();
  } catch {
    throw new FileChanged();
  }
}

/** Any other failure may be temporary. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/**
 * Sends a file in parts, one after another. Tries each part twice. `onSent` gets the number of
 * bytes sent so far. Throws `FileChanged`, or the error of a request.
 */
export async function sendFile(
  product: string,
  file: File,
  onSent: (bytes: number) => void,
): Promise<PublishResponse> {
  const upload = crypto.randomUUID();
  const parts = String(Math.ceil(file.size / PART_BYTES));
  for (let part = 0; ; part += 1) {
    const bytes = await readPart(file, part);
    const query = { file: product, upload, part: String(part), parts, name: file.name };
    const published = await sendPart(query, bytes).catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      return sendPart(query, bytes);
    });
    onSent(part * PART_BYTES + bytes.byteLength);
    if (published) return published;
  }
}
