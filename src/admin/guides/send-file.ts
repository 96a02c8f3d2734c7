import { sendPart } from '../../api/admin.ts';
import { ApiError } from '../../api/request.ts';
import type { PublishResponse } from '../../contract/guide-files.ts';
import { PART_BYTES } from '../../contract/guide-pdf.ts';

/** A browser can't read a file that was saved again after it was chosen. */
export class FileChanged extends Error {
  override message =
    'The file has changed on your computer since you chose it, so nothing was published. Please choose it again.';
}

/** The file differs a lot from what the shop's pages promise. The message says how. */
export class FileDiffers extends Error {
  /** Sends only the last part again, since the server has the others. */
  readonly publishAnyway: () => Promise<PublishResponse | null>;

  constructor(differences: string, publishAnyway: () => Promise<PublishResponse | null>) {
    super(differences);
    this.publishAnyway = publishAnyway;
  }
}

/** May throw `FileChanged`. If `fetch` read the file itself, it would report a network error. */
async function readFile(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new FileChanged();
  }
}

async function hexSha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether another attempt would fail too. Otherwise, the error may be temporary. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

type Query = Parameters<typeof sendPart>[0];

/** Makes at most two attempts. Throws `FileDiffers`, or the error from the last request. */
async function deliver(query: Query, bytes: ArrayBuffer): Promise<PublishResponse | null> {
  try {
    return await sendPart(query, bytes).catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      return sendPart(query, bytes);
    });
  } catch (error) {
    const isDifferent = error instanceof ApiError && error.code === 'file_differs';
    if (!isDifferent) throw error;
    throw new FileDiffers(error.detail ?? '', () => deliver({ ...query, confirm: '1' }, bytes));
  }
}

/**
 * Sends a file in parts, one after another. Makes at most two attempts for each part. `onSent` gets
 * the number of bytes sent so far. Throws `FileChanged`, `FileDiffers`, or the error from a
 * request.
 */
export async function sendFile(
  product: string,
  file: File,
  onSent: (bytes: number) => void,
): Promise<PublishResponse> {
  const whole = await readFile(file);
  const upload = {
    file: product,
    upload: crypto.randomUUID(),
    parts: String(Math.ceil(whole.byteLength / PART_BYTES)),
    name: file.name,
    sha256: await hexSha256(whole),
  };
  for (let part = 0; ; part += 1) {
    const bytes = whole.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    const published = await deliver({ ...upload, part: String(part) }, bytes);
    onSent(part * PART_BYTES + bytes.byteLength);
    if (published) return published;
  }
}
