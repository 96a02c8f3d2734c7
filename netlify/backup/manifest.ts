import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { jsonFrom } from '../json-from.ts';

const MANIFEST = 'manifest.json';

/** Buyers' keys are in a backup: it is for its owner's account alone. What was written outlasts a power cut. */
export const PRIVATE_FILE = { mode: 0o600, flush: true } as const;

const writtenSchema = z.object({
  /** From the folder of the backup. */
  name: z.string().check(z.regex(/^(editions\/)?[\w-]+\.\w+$/)),
  bytes: z.int(),
  sha256: z.string(),
});
/** A file of a backup. */
export type Written = z.infer<typeof writtenSchema>;

const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC: when the backup was whole. */
  madeAt: z.string(),
  /** As env.ts names it for orders. */
  context: z.string(),
  orders: z.int(),
  editions: z.int(),
  files: z.array(writtenSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What a file is now; null where there is none. */
export const examine = async (folder: string, name: string): Promise<Written | null> => {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(createReadStream(path.join(folder, name)), async (chunks) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
      }
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return { name, bytes, sha256: hash.digest('hex') };
};

/** Names that backups give, today's and earlier ones: nothing else in the folder is theirs to delete. */
const OURS = /^((orders|guides|news)(-[\da-f-]{36})?\.ndjson(\.part)?|editions\/[\da-f]{64}\.pdf)$/;

/**
 * The last step: until then the backup before it counts, whose files all stay; from then on this one. Then
 * what it does not name is deleted, of earlier backups and of those that broke off.
 */
export const writeManifest = async (folder: string, manifest: Manifest): Promise<void> => {
  const file = path.join(folder, MANIFEST);
  await writeFile(`${file}.part`, `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE_FILE);
  await rename(`${file}.part`, file);
  const named = new Set(manifest.files.map(({ name }) => name));
  for (const inside of ['', 'editions/']) {
    for (const entry of await readdir(path.join(folder, inside))) {
      const name = inside + entry;
      if (OURS.test(name) && !named.has(name)) await rm(path.join(folder, name));
    }
  }
};

const read = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) {
    throw new Error(
      `${folder} has no ${MANIFEST}: it is no backup, or one that was not finished. Finish it: npm run backup -- --to=${folder}`,
    );
  }
  const manifest = z.safeParse(manifestSchema, jsonFrom(text));
  if (manifest.success) return manifest.data;
  throw new Error(`${MANIFEST} in ${folder} cannot be read. Take another backup.`);
};

/** The manifest of a backup whose every file is as it was written. Throws in words for its owner. */
export const verifyManifest = async (folder: string): Promise<Manifest> => {
  const manifest = await read(folder);
  for (const { name, bytes, sha256 } of manifest.files) {
    const found = await examine(folder, name);
    if (found?.bytes === bytes && found.sha256 === sha256) continue;
    const how = found ? 'is not as it was written' : 'is missing';
    throw new Error(`${name} in ${folder} ${how}. Nothing was restored. Take another backup.`);
  }
  return manifest;
};
