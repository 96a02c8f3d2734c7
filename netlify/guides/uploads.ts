import type { Product } from '#contract/catalog.ts';
import type { PublishResponse, UploadQuery } from '#contract/guide-files.ts';
import { Problem } from '../http/problem.ts';
import { callBlobs } from '../platform/blobs.ts';
import { isoTime, now } from '../platform/clock.ts';
import { catalog } from '../shop/catalog.ts';
import { publishEdition } from './editions.ts';

const keyOf = (upload: string, part: number): string => `${upload}/${part}`;

/** Deletes the parts that earlier uploads left. */
const dropOthers = async (upload: string): Promise<void> => {
  const { blobs } = await callBlobs('uploads', 'read', (store) => store.list());
  const others = blobs.filter(({ key }) => !key.startsWith(`${upload}/`));
  await Promise.all(
    others.map(({ key }) => callBlobs('uploads', 'write', (store) => store.delete(key))),
  );
};

const readPart = async (upload: string, part: number): Promise<Uint8Array> => {
  const bytes = await callBlobs('uploads', 'read', (store) =>
    store.get(keyOf(upload, part), { type: 'arrayBuffer' }),
  );
  if (bytes) return new Uint8Array(bytes);
  throw new Problem('upload_incomplete', 'A part of the file is missing. Please upload it again.');
};

/**
 * Stores a part. Returns the whole file with its last part, and null before that. The parts stay until the next upload
 * begins, so that a last part whose answer was lost can be sent again.
 */
export const addUploadPart = async (
  { upload, ...query }: Pick<UploadQuery, 'upload' | 'part' | 'parts'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const [part, parts] = [Number(query.part), Number(query.parts)];
  if (part === 0) await dropOthers(upload);
  if (part < parts - 1) {
    const key = keyOf(upload, part);
    await callBlobs('uploads', 'write', (store) => store.set(key, bytes.buffer));
    return null;
  }
  const earlier = await Promise.all([...Array(part).keys()].map((one) => readPart(upload, one)));
  return new Uint8Array(Buffer.concat([...earlier, bytes]));
};

/** Checks a file by its content and makes it the one that buyers get. Throws the refusal of a file that cannot be a guide. */
export const publishUpload = async (
  product: Product,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<PublishResponse> => {
  const { preparePdf } = await import('./prepare-pdf.ts');
  const prepared = await preparePdf(bytes, catalog.stamp);
  if ('refusal' in prepared) {
    const { code, reason } = prepared.refusal;
    throw new Problem(code, reason);
  }
  const { upload, ...file } = prepared;
  const { file_name: fileName } = product;
  const named = { uploadedAs: name, uploadedAt: isoTime(now()) };
  const changed = await publishEdition(fileName, { ...file, upload: { ...upload, ...named } });
  return { product: product.id, fileName, ...upload, changed };
};
