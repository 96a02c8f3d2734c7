import * as z from 'zod/mini';
import { blobsClient } from '../clients/blobs.ts';
import { now } from '../clock.ts';
import { getEnv } from '../env.ts';
import { Problem } from '../http/problem.ts';
import { seal, unseal } from '../seal.ts';

/** Small, so that a slow connection loses little when it breaks. */
export const PART_BYTES = 1024 * 1024;

const DAY_IN_SECONDS = 86_400;

/** In whole days, so that none is dropped before 48 hours. */
const KEPT_IN_DAYS = 3;

/** How many parts are read or dropped at a time. */
const AT_ONCE = 4;

/** An upload in progress. It is sealed into the address of its parts, and stored nowhere else. */
const uploadSchema = z.strictObject({
  product: z.string(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int().check(z.positive()),
  sha256: z.string(),
  /** When it began, in days since 1970. */
  day: z.int(),
});
export type Upload = z.infer<typeof uploadSchema>;

const PURPOSE = 'upload';

export const sealUpload = (upload: Upload): Promise<string> =>
  seal(PURPOSE, upload, getEnv().SIGNING_SECRET);

/** The upload that an address names. Throws 400 for one that this shop did not begin. */
export const readUpload = async (sealed = ''): Promise<Upload> => {
  const upload = await unseal(PURPOSE, uploadSchema, sealed, getEnv().SIGNING_SECRET);
  if (upload) return upload;
  throw new Problem('invalid_request', 'There’s no such upload. Choose the file again.');
};

/** The parts of a file for a product differ only in the number. */
type Part = Pick<Upload, 'product' | 'sha256' | 'day'> & { readonly part: number };

const KEY = /^(?<day>\d+)\/(?<product>[a-z0-9-]+)\/(?<sha256>[0-9a-f]{64})\/(?<part>\d+)$/;

/** The key holds the day of the upload, since the store lists no dates. */
const keyOf = ({ day, product, sha256, part }: Part): string =>
  `${day}/${product}/${sha256}/${part}`;

const partOf = (key: string): Part[] => {
  const { day, product, sha256, part } = KEY.exec(key)?.groups ?? {};
  if (product === undefined || sha256 === undefined) return [];
  return [{ day: Number(day), product, sha256, part: Number(part) }];
};

const dropPart = (part: Part): Promise<void> =>
  blobsClient().call('uploads', 'write', (store) => store.delete(keyOf(part)));

export const partCount = ({ size }: Pick<Upload, 'size'>): number => Math.ceil(size / PART_BYTES);

/** The size of a part in bytes; the last one has the rest. null where there is no such part. */
export const partSize = (upload: Pick<Upload, 'size'>, part: number): number | null => {
  const last = partCount(upload) - 1;
  if (!Number.isInteger(part) || part < 0 || part > last) return null;
  return part < last ? PART_BYTES : upload.size - last * PART_BYTES;
};

const inTurns = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const workOff = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
};

/**
 * Begins an upload, or resumes one of the same file, from any tab. Drops old parts of other uploads, which otherwise stay
 * until the next upload begins; only the owner can add to them.
 */
export const beginUpload = async (
  file: Omit<Upload, 'day'>,
): Promise<{ upload: Upload; received: number[] }> => {
  const today = Math.floor(now() / DAY_IN_SECONDS);
  const { blobs } = await blobsClient().call('uploads', 'read', (store) => store.list());
  const stored = blobs.flatMap(({ key }) => partOf(key));
  const isOld = ({ day }: Part): boolean => day <= today - KEPT_IN_DAYS;
  await inTurns(stored.filter(isOld), dropPart);
  const own = stored.filter(
    (part) => !isOld(part) && part.product === file.product && part.sha256 === file.sha256,
  );
  const upload = {
    ...file,
    day: own.reduce((latest, { day }) => Math.max(latest, day), 0) || today,
  };
  const received = own
    .filter(({ day, part }) => day === upload.day && partSize(upload, part) !== null)
    .map(({ part }) => part)
    .sort((a, b) => a - b);
  return { upload, received };
};

export const putPart = async (upload: Upload, part: number, bytes: ArrayBuffer): Promise<void> => {
  const key = keyOf({ ...upload, part });
  await blobsClient().call('uploads', 'write', (store) => store.set(key, bytes));
};

const partNumbers = (upload: Upload): number[] => [...Array(partCount(upload)).keys()];

/** The whole file, or the numbers of the missing parts. */
export const joinParts = async (
  upload: Upload,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { missing: number[] }> => {
  const bytes = new Uint8Array(upload.size);
  const missing: number[] = [];
  await inTurns(partNumbers(upload), async (part) => {
    const key = keyOf({ ...upload, part });
    const found = await blobsClient().call('uploads', 'read', (store) =>
      store.get(key, { type: 'arrayBuffer' }),
    );
    if (found?.byteLength === partSize(upload, part)) {
      bytes.set(new Uint8Array(found), part * PART_BYTES);
    } else missing.push(part);
  });
  return missing.length === 0 ? { bytes } : { missing: missing.sort((a, b) => a - b) };
};

/** Drops all parts of a file. */
export const dropParts = (upload: Upload): Promise<void> =>
  inTurns(partNumbers(upload), (part) => dropPart({ ...upload, part }));
