import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { editionSchema } from '../../guides/edition-record.ts';
import { jsonFrom } from '../../platform/json-from.ts';

const MANIFEST = 'manifest.json';

/** Only the owner's account can read a backup, since it has the buyers' keys. A written file survives a power cut. */
export const PRIVATE_FILE = { mode: 0o600, flush: true } as const;

const fileSchema = z.object({
  /** Relative to the backup's folder. */
  name: z.string().check(z.regex(/^(editions\/)?[\w-]+\.\w+$/)),
  bytes: z.int(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  format: z.literal(1),
  /** When the backup was finished, as ISO 8601 in UTC. */
  madeAt: z.string(),
  /** The orders' context, as env.ts names it. */
  context: z.string(),
  orders: z.int(),
  editions: z.int(),
  files: z.array(fileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The bytes of an edition are stored under their hash, so that the same file is there once. */
export const editionFile = (sha256: string): string => `editions/${sha256}.pdf`;

export const savedOrderSchema = z.object({
  session: z.string(),
  facts: z.record(z.string(), z.string()),
});
export type SavedOrder = z.infer<typeof savedOrderSchema>;

export const savedGuideSchema = z.object({
  /** The file's name in the store and for the buyers. */
  fileName: z.string(),
  /** The edition that buyers get, and since when, as ISO 8601. */
  current: z.object({ id: z.string(), since: z.string() }),
  /** The current edition and those before it, newest first. */
  editions: z.array(editionSchema),
});
export type SavedGuide = z.infer<typeof savedGuideSchema>;

/** The hash and size of a file now; null where there is none. */
export const examine = async (
  folder: string,
  name: string,
): Promise<Manifest['files'][number] | null> => {
  const file = await open(path.join(folder, name)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of file.createReadStream()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, bytes, sha256: hash.digest('hex') };
};

/**
 * A file of JSON lines. Orders have one line each with their facts, from which everything else follows. Guides have one
 * line for each product with a file. Announcements have one for each buyer who opted out, and each announced edition.
 */
type Lines = 'orders' | 'guides' | 'news';

/** Writes values as lines, under a name that no backup has yet. Returns that name. */
export const writeLines = async (
  folder: string,
  lines: Lines,
  pages: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): Promise<string> => {
  const name = `${lines}-${randomUUID()}.ndjson`;
  async function* written() {
    for await (const page of pages) yield page.map((one) => `${JSON.stringify(one)}\n`).join('');
  }
  await writeFile(path.join(folder, name), written(), PRIVATE_FILE);
  return name;
};

/** The values in a verified backup's file of lines, one by one; none where the backup is older than such lines. */
export async function* readLines<T>(
  folder: string,
  { files }: Pick<Manifest, 'files'>,
  lines: Lines,
  schema: z.ZodMiniType<T>,
): AsyncGenerator<T> {
  // An earlier backup has "orders.ndjson" and so on.
  const written = files.find(({ name }) => /^\w+/.exec(name)?.[0] === lines);
  if (!written) return;
  const file = await open(path.join(folder, written.name));
  for await (const line of file.readLines()) yield schema.parse(JSON.parse(line));
}

/** The names that backups give, now and earlier. A backup deletes nothing else in the folder. */
const OURS = /^((orders|guides|news)(-[\da-f-]{36})?\.ndjson(\.part)?|editions\/[\da-f]{64}\.pdf)$/;

/**
 * The last step. Until then the previous backup counts, and keeps all its files; from then on this one does. Then the
 * files of earlier and interrupted backups are deleted, unless this one names them.
 */
export const writeManifest = async (
  folder: string,
  facts: Omit<Manifest, 'format' | 'files'>,
  names: ReadonlySet<string>,
): Promise<Manifest> => {
  const files = [];
  for (const name of names) files.push(fileSchema.parse(await examine(folder, name)));
  const manifest: Manifest = { format: 1, ...facts, files };
  const target = path.join(folder, MANIFEST);
  await writeFile(`${target}.part`, `${JSON.stringify(manifest, null, 2)}\n`, PRIVATE_FILE);
  await rename(`${target}.part`, target);
  for (const inside of ['', 'editions/']) {
    for (const entry of await readdir(path.join(folder, inside))) {
      const name = inside + entry;
      if (OURS.test(name) && !names.has(name)) await rm(path.join(folder, name));
    }
  }
  return manifest;
};

/** The manifest of a backup, once every file is verified. Throws with a sentence for the owner. */
export const verifyManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) {
    throw new Error(
      `${folder} has no ${MANIFEST}: it isn’t a backup, or the backup wasn’t finished. To finish it: npm run backup -- --to=${folder}`,
    );
  }
  const manifest = z.safeParse(manifestSchema, jsonFrom(text));
  if (!manifest.success) {
    throw new Error(`${MANIFEST} in ${folder} can’t be read. Make another backup.`);
  }
  for (const { name, bytes, sha256 } of manifest.data.files) {
    const found = await examine(folder, name);
    if (found?.bytes === bytes && found.sha256 === sha256) continue;
    const how = found ? 'was changed' : 'is missing';
    throw new Error(`${name} in ${folder} ${how}. Nothing was restored. Make another backup.`);
  }
  return manifest.data;
};
