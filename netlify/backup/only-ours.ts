import { readRecord } from '../guides/blobs-editions.ts';
import { findGuide } from '../guides/blobs-guides.ts';
import type { SavedGuide } from './contents.ts';
import { sessionPages } from './session-pages.ts';

type Backup = {
  /** Of all its orders. */
  readonly sessions: ReadonlySet<string>;
  readonly guides: readonly SavedGuide[];
};

const hasOtherOrders = async (known: Backup['sessions']): Promise<boolean> => {
  for await (const sessions of sessionPages()) {
    if (sessions.some((session) => !known.has(session))) return true;
  }
  return false;
};

/** Whether buyers got, or get, a file of that name that is not in the backup. A sample is nobody's. */
const hasOtherEditions = async (
  fileName: string,
  saved: SavedGuide | undefined,
): Promise<boolean> => {
  const known = new Set(saved?.editions.map(({ id }) => id));
  const record = await readRecord(fileName);
  const others = [...record.editions, ...record.pending.map(({ edition }) => edition)];
  if (others.some(({ id }) => !known.has(id))) return true;
  const current = await findGuide(fileName);
  if (!current || current.sampleOf !== undefined) return false;
  // One that became current after the backup is news, though its file is old.
  const { id, since } = current.edition ?? {};
  return id === undefined || !known.has(id) || (since ?? '') > (saved?.current.since ?? '');
};

/**
 * Refuses a shop that has anything that the backup has not. What it has is the work of a restore that was
 * broken off: facts are only ever added, so to write them again changes nothing.
 */
export const refuseOthers = async (
  { sessions, guides }: Backup,
  { context, fileNames }: { readonly context: string; readonly fileNames: readonly string[] },
): Promise<void> => {
  const refuse = (what: string): never => {
    throw new Error(
      `${context} has ${what} that the backup has not. Nothing was restored. Restore into a new database, or take a new backup of this shop first.`,
    );
  };
  if (await hasOtherOrders(sessions)) refuse('orders');
  for (const fileName of new Set([...fileNames, ...guides.map((guide) => guide.fileName)])) {
    const saved = guides.find((guide) => guide.fileName === fileName);
    if (await hasOtherEditions(fileName, saved)) refuse(`editions of ${fileName}`);
  }
};
