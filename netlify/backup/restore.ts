import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hasEdition, readRecord, writeEdition, writeRecord } from '../guides/blobs-editions.ts';
import { findGuide, writeGuide } from '../guides/blobs-guides.ts';
import { placeOf } from '../guides/edition-record.ts';
import { catalogue } from '../catalogue.ts';
import { now } from '../clock.ts';
import { savedNewsSchema, writeSavedNews } from '../mail/redis-saved-news.ts';
import { EVENT_KNOWN_IN_SECONDS, recordFacts, rememberEvent } from '../orders/redis-orders.ts';
import { orderFrom, orderWriteOf } from '../orders/orders.ts';
import {
  type SavedGuide,
  type SavedOrder,
  type Verified,
  editionFile,
  readLines,
  savedGuideSchema,
  savedOrderSchema,
} from './contents.ts';
import { refuseOthers } from './only-ours.ts';

type Wanted = Verified & {
  /** Where it is written, as env.ts names it for orders. */
  readonly context: string;
  /** The names of the guides' files. */
  readonly fileNames: readonly string[];
};

/** Some 150 kB in one request. */
const BATCH = 100;

/** The events of an order that Stripe may send again, or the reconciler may meet. */
const recentEvents = ({ facts }: SavedOrder): string[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const [kind, id] = name.split(':');
    const createdAt = Number(value.split(' ')[1]);
    const isRecent = kind === 'event' && createdAt > now() - EVENT_KNOWN_IN_SECONDS;
    return isRecent && id !== undefined ? [id] : [];
  });

/** As a webhook would write it: index, names and sums follow from the facts. Facts that are there stay. */
const restoreOrder = async (saved: SavedOrder): Promise<void> => {
  const { session: id, facts } = saved;
  const order = orderFrom(id, facts);
  if (!order) throw new Error('an order without a sale');
  const write = orderWriteOf({ ...order, id }, facts, undefined, catalogue.time_zone);
  // In the same tick, so that all of a batch is one request.
  await Promise.all([recordFacts(id, write), ...recentEvents(saved).map(rememberEvent)]);
};

/** The record first: bytes that no record tells of are dropped at the next upload. */
const restoreGuide = async (
  { fileName, current, editions: saved }: SavedGuide,
  folder: string,
): Promise<void> => {
  const { version, ...known } = await readRecord(fileName);
  const record = { editions: saved, pending: [] };
  const isWritten =
    isDeepStrictEqual(known, record) || (await writeRecord(fileName, { ...record, version }));
  if (!isWritten) throw new Error(`${fileName} was changed by another. Run this again.`);
  const bytesOf = async (sha256: string): Promise<ArrayBuffer> =>
    (await openAsBlob(path.join(folder, editionFile(sha256)))).arrayBuffer();
  for (const { id, sha256 } of saved) {
    if (await hasEdition(fileName, id)) continue;
    await writeEdition(fileName, id, await bytesOf(sha256));
  }
  const published = (await findGuide(fileName))?.edition;
  const wanted = saved.find(({ id }) => id === current.id);
  if (!wanted || (published?.id === current.id && published.since === current.since)) return;
  await writeGuide(fileName, await bytesOf(wanted.sha256), {
    edition: current,
    stamp: placeOf(wanted),
  });
};

/**
 * Writes what a backup holds into a shop that has nothing else. Whatever broke off goes on when it is run
 * again, and to run it twice changes nothing.
 */
export const restore = async (wanted: Wanted): Promise<void> => {
  const guides = await Array.fromAsync(readLines(wanted, 'guides', savedGuideSchema));
  const lines = readLines(wanted, 'orders', savedOrderSchema);
  const sessions = new Set(await Array.fromAsync(lines, ({ session }) => session));
  await refuseOthers({ guides, sessions }, wanted);
  // Before the orders: nobody is to be told who wants no news.
  for await (const saved of readLines(wanted, 'news', savedNewsSchema)) {
    await writeSavedNews(saved);
  }
  for (const guide of guides) await restoreGuide(guide, wanted.folder);
  let batch: SavedOrder[] = [];
  const write = async (): Promise<void> => {
    await Promise.all(batch.map(restoreOrder));
    batch = [];
  };
  for await (const saved of readLines(wanted, 'orders', savedOrderSchema)) {
    batch.push(saved);
    if (batch.length === BATCH) await write();
  }
  await write();
};
