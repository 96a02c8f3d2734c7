import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a drawing is made of. */
type Inputs = readonly (string | Uint8Array)[];

/** Answers what `draw` makes of the inputs; what has been made of the same before need not be drawn again. */
export type Keep = (inputs: Inputs, draw: () => Promise<Buffer>) => Promise<Buffer>;

const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
const DIGEST_BYTES = 32;

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The name of an entry. Each part goes in with its length, so that "ab", "c" is not "a", "bc". */
async function keyOf(files: readonly string[], inputs: Inputs): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash('sha256');
  for (const part of [...files.map((file) => path.basename(file)), ...texts, ...inputs]) {
    hash.update(`${Buffer.byteLength(part)} `).update(part);
  }
  return hash.digest('hex');
}

/** The bytes of an entry, which stand behind their digest; undefined where there is none, or a broken one. */
async function read(file: string): Promise<Buffer | undefined> {
  const entry = await readFile(file).catch(() => Buffer.of());
  const bytes = entry.subarray(DIGEST_BYTES);
  if (!digestOf(bytes).equals(entry.subarray(0, DIGEST_BYTES))) return undefined;
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined); // another process may have thrown it away
  return bytes;
}

/** Other processes see the whole entry or none. */
async function write(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.${crypto.randomUUID()}`;
  await writeFile(unfinished, Buffer.concat([digestOf(bytes), bytes]));
  await rename(unfinished, file);
}

/** Throws away what nobody has asked for in 30 days. */
async function forgetOld(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    const entry = await stat(file).catch(() => undefined); // another process may be at it too
    if (entry && Date.now() - entry.mtimeMs > FORGOTTEN_AFTER_MS) await rm(file, { force: true });
  }
}

/**
 * Keeps drawings on disk, under the hash of their inputs and of the files that `madeBy` names: the
 * source of what draws, and the package.json of the packages that it draws with. These are read for
 * each drawing, since `npm run dev` goes on while they are edited. A folder that cannot be written
 * costs time and nothing else.
 */
export function createKeep(directory: string, madeBy: () => Promise<readonly string[]>): Keep {
  let forgetting: Promise<void> | undefined;
  return async (inputs, draw) => {
    const file = path.join(directory, await keyOf(await madeBy(), inputs));
    const kept = await read(file);
    if (kept) return kept;
    const drawn = await draw();
    try {
      await mkdir(directory, { recursive: true });
      await write(file, drawn);
      // Once: a build that draws thousands would look through thousands for each.
      await (forgetting ??= forgetOld(directory));
    } catch (error) {
      console.warn(`A drawing is not kept: ${String(error)}`);
    }
    return drawn;
  };
}
