import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { catalogue } from '../../shop/catalogue.ts';
import { now } from '../../platform/clock.ts';
import { countOf } from '../../shop/count-of.ts';
import { readEdition, readRecord } from '../../guides/blobs-editions.ts';
import { findGuide } from '../../guides/blobs-guides.ts';
import { type KeptEdition, settle, trim } from '../../guides/edition-record.ts';
import { ROOT } from '../../local/settings.ts';
import { readSavedAnnouncements } from '../../mail/saved-announcements.ts';
import { findManyFacts } from '../../orders/redis-orders.ts';
import { listSessions } from '../../orders/redis-pages.ts';
import { runCommand } from '../run.ts';
import {
  type Manifest,
  PRIVATE_FILE,
  type SavedGuide,
  editionFile,
  examine,
  writeLines,
  writeManifest,
} from './folder.ts';
import { LIVE, openStores, sessionPages } from '../stores.ts';

/** null for a product without an uploaded file, since samples are drawn again. */
const guideOf = async (fileName: string): Promise<SavedGuide | null> => {
  // Before the record, which then includes it.
  const current = (await findGuide(fileName))?.edition;
  if (!current) return null;
  // An unfinished upload is no edition yet.
  const record = trim(settle(await readRecord(fileName), current.id), now());
  return { fileName, current, editions: [...record.editions] };
};

/** Fetches the bytes of an edition unless the folder has them. false where the store no longer has them. */
const fetchEdition = async (
  folder: string,
  fileName: string,
  { id, sha256 }: KeptEdition,
): Promise<boolean> => {
  const name = editionFile(sha256);
  const isThere = async () => (await examine(folder, name))?.sha256 === sha256;
  if (await isThere()) return true;
  const bytes = await readEdition(fileName, id);
  if (!bytes) return false;
  await writeFile(path.join(folder, name), new Uint8Array(bytes), PRIVATE_FILE);
  return isThere();
};

/** The guide with those editions whose bytes are now in the folder. */
const fetchGuide = async (folder: string, guide: SavedGuide): Promise<SavedGuide> => {
  const { fileName, current } = guide;
  const editions: SavedGuide['editions'] = [];
  for (const edition of guide.editions) {
    if (await fetchEdition(folder, fileName, edition)) editions.push(edition);
    else if (edition.id === current.id) {
      throw new Error(`${fileName}: the file that buyers get is missing or damaged.`);
    } else {
      console.log(`${fileName}: skipped ${edition.uploadedAs}, which is no longer stored.`);
    }
  }
  console.log(`${fileName}: ${countOf(editions.length, 'edition')}`);
  return { ...guide, editions };
};

/** Returns how many there are, and their file. */
const writeOrders = async (folder: string) => {
  let [count, gone] = [0, 0];
  async function* pages() {
    for await (const sessions of sessionPages()) {
      const facts = await findManyFacts(sessions);
      const saved = sessions
        .map((session, at) => ({ session, facts: { ...facts[at] } }))
        .filter((order) => 'product' in order.facts);
      count += saved.length;
      gone += sessions.length - saved.length;
      yield saved;
    }
  }
  const file = await writeLines(folder, 'orders', pages());
  if (gone > 0) {
    console.log(`Skipped ${countOf(gone, 'order')}, because Redis only has the id.`);
  }
  return { count, file };
};

/**
 * Writes all orders and guides of a shop into a folder. Bytes that the folder already has stay, so that an interrupted
 * backup continues. A finished backup in the folder stays whole until the new one is finished.
 */
export const backUp = async (context: string, folder: string): Promise<Manifest> => {
  const fileNames = catalogue.products.map(({ file_name }) => file_name);
  const found = await Promise.all(fileNames.map(guideOf));
  const guides = found.filter((guide) => guide !== null);
  const first = await listSessions({ newestFirst: false, after: null, size: 1 });
  if (guides.length === 0 && !first?.total) {
    throw new Error(
      `There are no orders or guides in ${context}. Did you mean a different shop or a different --context?`,
    );
  }
  for (const [at, name] of fileNames.entries()) {
    if (!found[at]) console.log(`${name}: no guide was uploaded`);
  }
  await mkdir(path.join(folder, 'editions'), { recursive: true, mode: 0o700 });
  const saved: SavedGuide[] = [];
  for (const guide of guides) saved.push(await fetchGuide(folder, guide));
  const editions = saved.flatMap((guide) => guide.editions);
  const orders = await writeOrders(folder);
  const names = new Set([
    ...editions.map(({ sha256 }) => editionFile(sha256)), // two guides may share one
    orders.file,
    await writeLines(folder, 'guides', [saved]),
    await writeLines(folder, 'news', [await readSavedAnnouncements()]),
  ]);
  const madeAt = new Date(now() * 1000).toISOString();
  const counts = { orders: orders.count, editions: editions.length };
  return writeManifest(folder, { madeAt, context, ...counts }, names);
};

/** `npm run backup`, with `--to=<folder>` and `--context=<name>`. */
export const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, context: { type: 'string', default: LIVE } },
  });
  const today = new Date().toISOString().slice(0, 10);
  const folder = path.resolve(values.to ?? path.join(ROOT, 'backup', today));
  openStores(values.context);
  const { orders, editions, files } = await backUp(values.context, folder);
  const megabytes = (files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1);
  console.log(
    `${values.context}: ${countOf(orders, 'order')} and ${countOf(editions, 'edition')}, ${megabytes} MB, in ${folder}`,
  );
  console.log('Keep it private. It holds the buyers’ download links.');
};

if (import.meta.main) await runCommand(run);
