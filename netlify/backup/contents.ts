import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { editionSchema } from '../guides/blobs-editions.ts';
import { PRIVATE_FILE } from './manifest.ts';

/** One line for each order: its facts. All else that is known of it follows from them. */
export const ORDERS = 'orders.ndjson';

/** One line for each product that has a guide. */
export const GUIDES = 'guides.ndjson';

/** One line for each buyer who wants no news, and for each edition that buyers were told of. */
export const NEWS = 'news.ndjson';

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

const partOf = (folder: string, name: string): string => path.join(folder, `${name}.part`);

/** Writes a file of lines beside the one that may be there: each of these values is one line. */
export const writePart = async (
  folder: string,
  name: string,
  pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): Promise<void> => {
  async function* lines() {
    for await (const page of pages) yield page.map((one) => `${JSON.stringify(one)}\n`).join('');
  }
  const part = createWriteStream(partOf(folder, name), { mode: PRIVATE_FILE });
  await pipeline(Readable.from(lines()), part);
};

/** Puts what was written in the place of what was there. */
export const takePart = (folder: string, name: string): Promise<void> =>
  rename(partOf(folder, name), path.join(folder, name));

/** What stands in a file of lines, one by one. */
export async function* readLines<T>(
  folder: string,
  name: string,
  schema: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  const file = await open(path.join(folder, name));
  for await (const line of file.readLines()) yield schema.parse(JSON.parse(line));
}
