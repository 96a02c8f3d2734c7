import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { catalogue } from '../../catalogue.ts';
import { now } from '../../clock.ts';
import { countOf } from '../../count-of.ts';
import { hasEdition, readRecord, writeEdition, writeRecord } from '../../guides/blobs-editions.ts';
import { findGuide, writeGuide } from '../../guides/blobs-guides.ts';
import { editionsOf, linePlaceOf } from '../../guides/edition-record.ts';
import { savedAnnouncementSchema, writeSavedAnnouncement } from '../../mail/saved-announcements.ts';
import { EVENT_KNOWN_IN_SECONDS, recordFacts, rememberEvent } from '../../orders/redis-orders.ts';
import { orderFrom } from '../../orders/orders.ts';
import { runCommand } from '../run.ts';
import {
  type Manifest,
  type SavedGuide,
  type SavedOrder,
  editionFile,
  readLines,
  savedGuideSchema,
  savedOrderSchema,
  verifyManifest,
} from './folder.ts';
import { openStores, sessionPages } from '../stores.ts';

/** About 150 kB in one request. */
const BATCH = 100;

const hasOtherOrders = async (known: ReadonlySet<string>): Promise<boolean> => {
  for await (const sessions of sessionPages()) {
    if (sessions.some((session) => !known.has(session))) return true;
  }
  return false;
};

/** Whether buyers got, or get, a file of that name that the backup does not have. Samples do not count. */
const hasOtherEditions = async (
  fileName: string,
  saved: SavedGuide | undefined,
): Promise<boolean> => {
  const known = new Set(saved?.editions.map(({ id }) => id));
  if (editionsOf(await readRecord(fileName)).some(({ id }) => !known.has(id))) return true;
  const current = await findGuide(fileName);
  if (!current || current.sampleOf !== undefined) return false;
  // An edition that became current after the backup is new, even where its file is old.
  const { id, since } = current.edition ?? {};
  return id === undefined || !known.has(id) || (since ?? '') > (saved?.current.since ?? '');
};

/**
 * Refuses a shop that has anything beyond the backup. What the backup has too is the work of an interrupted restore:
 * facts are only ever added, so that writing them again changes nothing.
 */
const refuseOthers = async (
  context: string,
  sessions: ReadonlySet<string>,
  guides: readonly SavedGuide[],
): Promise<void> => {
  const refuse = (what: string): never => {
    throw new Error(
      `${context} has ${what} that the backup doesn’t have. Nothing was restored. Restore into a new database, or make a new backup of this shop first.`,
    );
  };
  if (await hasOtherOrders(sessions)) refuse('orders');
  const sold = catalogue.products.map(({ file_name }) => file_name);
  for (const fileName of new Set([...sold, ...guides.map((guide) => guide.fileName)])) {
    const saved = guides.find((guide) => guide.fileName === fileName);
    if (await hasOtherEditions(fileName, saved)) refuse(`editions of ${fileName}`);
  }
};

/** The events of an order that Stripe may send again, or the reconciler may read. */
const recentEvents = ({ facts }: SavedOrder): string[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const [kind, id] = name.split(':');
    const createdAt = Number(value.split(' ')[1]);
    const isRecent = kind === 'event' && createdAt > now() - EVENT_KNOWN_IN_SECONDS;
    return isRecent && id !== undefined ? [id] : [];
  });

/** Writes an order as a webhook would: index and names follow from its facts. Existing facts stay. */
const restoreOrder = async (saved: SavedOrder): Promise<void> => {
  const { session: id, facts } = saved;
  const order = orderFrom(id, facts);
  if (!order) throw new Error('an order without a sale');
  // In the same tick, so that a batch is one request.
  await Promise.all([
    recordFacts(facts, { sale: { ...order, id } }),
    ...recentEvents(saved).map(rememberEvent),
  ]);
};

/** Writes the record first, since the next upload deletes bytes that no record names. */
const restoreGuide = async (
  folder: string,
  { fileName, current, editions }: SavedGuide,
): Promise<void> => {
  const { version, ...known } = await readRecord(fileName);
  const record = { editions, pending: [] };
  const isWritten =
    isDeepStrictEqual(known, record) || (await writeRecord(fileName, { ...record, version }));
  if (!isWritten) throw new Error(`${fileName} was changed meanwhile. Run this again.`);
  const bytesOf = async (sha256: string): Promise<ArrayBuffer> =>
    (await openAsBlob(path.join(folder, editionFile(sha256)))).arrayBuffer();
  for (const { id, sha256 } of editions) {
    if (!(await hasEdition(fileName, id))) await writeEdition(fileName, id, await bytesOf(sha256));
  }
  if (isDeepStrictEqual((await findGuide(fileName))?.edition, current)) return;
  const wanted = editions.find(({ id }) => id === current.id);
  if (!wanted) return;
  const origin = { edition: current, stamp: linePlaceOf(wanted) };
  await writeGuide(fileName, await bytesOf(wanted.sha256), origin);
};

/**
 * Writes a verified backup into a shop that has nothing else. After an interruption, running it again continues.
 * Running it twice changes nothing.
 */
export const restore = async (
  context: string,
  folder: string,
  manifest: Pick<Manifest, 'files'>,
): Promise<void> => {
  const orders = () => readLines(folder, manifest, 'orders', savedOrderSchema);
  const guides = await Array.fromAsync(readLines(folder, manifest, 'guides', savedGuideSchema));
  const sessions = new Set(await Array.fromAsync(orders(), ({ session }) => session));
  await refuseOthers(context, sessions, guides);
  // Before the orders, so that no buyer who opted out gets an announcement.
  for await (const saved of readLines(folder, manifest, 'news', savedAnnouncementSchema)) {
    await writeSavedAnnouncement(saved);
  }
  for (const guide of guides) await restoreGuide(folder, guide);
  let batch: SavedOrder[] = [];
  const write = async (): Promise<void> => {
    await Promise.all(batch.map(restoreOrder));
    batch = [];
  };
  for await (const saved of orders()) {
    batch.push(saved);
    if (batch.length === BATCH) await write();
  }
  await write();
};

/** `npm run restore -- <folder>`, with `--context=<name>` for a context other than the backup's. */
export const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { context: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    throw new Error('Name the folder of one backup: npm run restore -- backup/2026-11-22');
  }
  const manifest = await verifyManifest(folder);
  const { madeAt, orders, editions } = manifest;
  const context = values.context ?? manifest.context;
  openStores(context);
  console.log(
    `The backup of ${madeAt}: ${countOf(orders, 'order')} and ${countOf(editions, 'edition')} of ${manifest.context}.`,
  );
  await restore(context, folder, manifest);
  console.log(`Everything is in ${context} now.`);
};

if (import.meta.main) await runCommand(run);
