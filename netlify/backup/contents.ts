import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { editionSchema } from '../guides/blobs-editions.ts';
import { type Manifest, PRIVATE_FILE, type Written } from './manifest.ts';

/**
 * Files of lines. Of the orders it has one line for each: its facts, from which all else that is known of it
 * follows. Of the guides one for each product that has one, and of the news one for each buyer who wants none,
 * and for each edition that buyers were told of.
 */
type Lines = 'orders' | 'guides' | 'news';

/** The bytes of an edition, under their own hash: the same file is there once. */
export const editionFile = (sha256: string): string => `editions/${sha256}.pdf`;

export const savedOrderSchema = z.object({
  session: z.string(),
  facts: z.record(z.string(), z.string()),
});
export type SavedOrder = z.infer<typeof savedOrderSchema>;

export const savedGuideSchema = z.object({
  /** In the store, and of the buyers. */
  fileName: z.string(),
  /** What buyers get, and since when (ISO 8601). */
  current: z.object({ id: z.string(), since: z.string() }),
  /** It and those before it, the latest first. */
  editions: z.array(editionSchema),
});
export type SavedGuide = z.infer<typeof savedGuideSchema>;

/** Writes a file of lines under a name that no backup has yet: each of these values is one line. */
export const writeLines = async (
  folder: string,
  lines: Lines,
  pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): Promise<Written> => {
  const name = `${lines}-${randomUUID()}.ndjson`;
  const hash = createHash('sha256');
  let bytes = 0;
  async function* written() {
    for await (const page of pages) {
      const text = Buffer.from(page.map((one) => `${JSON.stringify(one)}\n`).join(''));
      hash.update(text);
      bytes += text.byteLength;
      yield text;
    }
  }
  await pipeline(
    Readable.from(written()),
    createWriteStream(path.join(folder, name), PRIVATE_FILE),
  );
  return { name, bytes, sha256: hash.digest('hex') };
};

/** A backup that was verified. */
export type Verified = Pick<Manifest, 'files'> & { readonly folder: string };

/** What stands in a backup's file of lines, one by one; nothing where it is older than such lines. */
export async function* readLines<T>(
  { folder, files }: Verified,
  lines: Lines,
  schema: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  // An earlier backup has "orders.ndjson" and so on.
  const written = files.find(({ name }) => /^\w+/.exec(name)?.[0] === lines);
  if (!written) return;
  const file = await open(path.join(folder, written.name));
  for await (const line of file.readLines()) yield schema.parse(JSON.parse(line));
}
