import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Edition } from '#contract/guide-files.ts';
import { readEdition, readRecord } from '../guides/blobs-editions.ts';
import { findGuide } from '../guides/blobs-guides.ts';
import { settle, trim } from '../guides/edition-record.ts';
import { countOf } from '../count-of.ts';
import { type SavedGuide, type SavedOrder, editionFile, writeLines } from './contents.ts';
import { PRIVATE_FILE, type Written, examine, writeManifest } from './manifest.ts';
import { now } from '../clock.ts';
import { readSavedNews } from '../mail/redis-saved-news.ts';
import { findManyFacts } from '../orders/redis-orders.ts';
import { listSessions } from '../orders/redis-pages.ts';
import { sessionPages } from './session-pages.ts';

type Wanted = {
  /** Whose orders and guides they are, as env.ts names it for orders. */
  readonly context: string;
  readonly folder: string;
  /** The names of the guides' files. */
  readonly fileNames: readonly string[];
  readonly tell: (line: string) => void;
};

type Counts = { readonly orders: number; readonly editions: number; readonly bytes: number };

/** null for a product without a file that was uploaded: a sample is drawn anew. */
const guideOf = async (fileName: string): Promise<SavedGuide | null> => {
  // Before the record, which then tells of it.
  const current = (await findGuide(fileName))?.edition;
  if (!current) return null;
  // An upload that is under way is none yet.
  const record = trim(settle(await readRecord(fileName), current.id), now());
  return { fileName, current, editions: [...record.editions] };
};

/** Fetches the bytes of an edition unless the folder has them. null where the store has them no more. */
const fetchEdition = async (
  folder: string,
  fileName: string,
  { id, sha256 }: Edition,
): Promise<Written | null> => {
  const name = editionFile(sha256);
  const known = await examine(folder, name);
  if (known?.sha256 === sha256) return known;
  const bytes = await readEdition(fileName, id);
  if (!bytes) return null;
  await writeFile(path.join(folder, name), new Uint8Array(bytes), PRIVATE_FILE);
  const written = await examine(folder, name);
  return written?.sha256 === sha256 ? written : null;
};

/** The guide with the editions whose bytes are in the folder now, and the files that have them. */
const fetchGuide = async ({ folder, tell }: Wanted, guide: SavedGuide) => {
  const { fileName, current } = guide;
  const fetched: { readonly edition: Edition; readonly file: Written }[] = [];
  for (const edition of guide.editions) {
    const file = await fetchEdition(folder, fileName, edition);
    if (file) fetched.push({ edition, file });
    else if (edition.id === current.id) {
      throw new Error(`${fileName}: the file that buyers get is gone from its store, or damaged.`);
    } else tell(`${fileName}: left out ${edition.uploadedAs}, which the store has no more.`);
  }
  tell(`${fileName}: ${countOf(fetched.length, 'edition')}`);
  const editions = fetched.map(({ edition }) => edition);
  return { guide: { ...guide, editions }, files: fetched.map(({ file }) => file) };
};

/** Answers how many they are, and their file. */
const writeOrders = async ({ folder, tell }: Wanted) => {
  let [count, gone] = [0, 0];
  async function* lines() {
    for await (const sessions of sessionPages()) {
      const facts = await findManyFacts(sessions);
      const listed = sessions.map((session, at): SavedOrder => ({
        session,
        facts: { ...facts[at] },
      }));
      const saved = listed.filter((order) => 'product' in order.facts);
      count += saved.length;
      gone += listed.length - saved.length;
      yield saved;
    }
  }
  const file = await writeLines(folder, 'orders', lines());
  if (gone > 0) tell(`Left out ${countOf(gone, 'order')}, of which Redis has no more than the id.`);
  return { count, file };
};

/**
 * Writes all orders and guides of a shop into a folder. What it holds already of the same bytes stays, so that
 * whatever broke off goes on; a whole backup that is there stays whole until the new one is.
 */
export const backUp = async (wanted: Wanted): Promise<Counts> => {
  const { context, folder, fileNames, tell } = wanted;
  const found = await Promise.all(fileNames.map(guideOf));
  const guides = found.filter((guide) => guide !== null);
  const first = await listSessions({ newestFirst: false, after: null, size: 1 });
  if (guides.length === 0 && !first?.total) {
    throw new Error(
      `There is no order and no guide in ${context}. Is another shop meant, or another --context?`,
    );
  }
  for (const [at, name] of fileNames.entries()) {
    if (!found[at]) tell(`${name}: no guide was uploaded`);
  }
  await mkdir(path.join(folder, 'editions'), { recursive: true, mode: 0o700 });
  const fetched = [];
  for (const guide of guides) fetched.push(await fetchGuide(wanted, guide));
  const editions = fetched.flatMap((one) => one.files);
  const orders = await writeOrders(wanted);
  const written = [
    ...editions,
    orders.file,
    await writeLines(folder, 'guides', [fetched.map(({ guide }) => guide)]),
    await writeLines(folder, 'news', [await readSavedNews()]),
  ];
  const files = [...new Map(written.map((file) => [file.name, file])).values()]; // two guides may share one
  const counts = { orders: orders.count, editions: editions.length };
  const madeAt = new Date(now() * 1000).toISOString();
  await writeManifest(folder, { format: 1, madeAt, context, ...counts, files });
  return { ...counts, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
};
