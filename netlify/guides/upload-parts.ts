import { hash } from 'node:crypto';
import type { UploadQuery } from '#contract/guide-files.ts';
import { Problem } from '../http/problem.ts';
import { callBlobs } from '../platform/blobs.ts';

const partKey = (upload: string, part: number): string => `${upload}/${part}`;

const deleteOtherUploads = async (upload: string): Promise<void> => {
  const { blobs } = await callBlobs('uploads', 'read', (store) => store.list());
  const others = blobs.filter(({ key }) => !key.startsWith(`${upload}/`));
  await Promise.all(
    others.map(({ key }) => callBlobs('uploads', 'write', (store) => store.delete(key))),
  );
};

const writePart = async (upload: string, part: number, bytes: ArrayBuffer): Promise<void> => {
  const key = partKey(upload, part);
  await callBlobs('uploads', 'write', (store) => store.set(key, bytes));
};

const readPart = async (upload: string, part: number): Promise<Uint8Array> => {
  const bytes = await callBlobs('uploads', 'file', (store) =>
    store.get(partKey(upload, part), { type: 'arrayBuffer' }),
  );
  if (bytes) return new Uint8Array(bytes);
  throw new Problem('upload_incomplete', 'A part of the file is missing. Please upload it again.');
};

/**
 * Returns the whole file for the last part, and null for the others. Does not delete the stored
 * parts, so that the browser can send the last part again. Throws 409 if a part is missing or the
 * hash does not match.
 */
export const addUploadPart = async (
  query: Pick<UploadQuery, 'upload' | 'part' | 'parts' | 'sha256'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const { upload, sha256 } = query;
  const part = Number(query.part);
  const isLast = part === Number(query.parts) - 1;
  if (part === 0) await deleteOtherUploads(upload);
  if (!isLast) {
    await writePart(upload, part, bytes.buffer);
    return null;
  }
  const earlierParts = await Promise.all(
    Array.from({ length: part }, (_, index) => readPart(upload, index)),
  );
  const file = new Uint8Array(Buffer.concat([...earlierParts, bytes]));
  if (sha256 !== undefined && sha256 !== hash('sha256', file)) {
    const reason = 'The file was damaged during the upload. Please upload it again.';
    throw new Problem('upload_damaged', reason);
  }
  return file;
};
