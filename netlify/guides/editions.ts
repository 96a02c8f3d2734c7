import { hash } from 'node:crypto';
import { logError } from '../http/log.ts';
import { isoTime, now } from '../platform/clock.ts';
import { Unavailable } from '../platform/unavailable.ts';
import {
  type StoredEdition,
  deleteEditionBytes,
  readGuideRecord,
  writeEditionBytes,
  writeGuideRecord,
} from './guide-store.ts';

const MAX_EARLIER_EDITIONS = 5;

const MAX_ATTEMPTS = 8;

type NewEdition = Omit<StoredEdition, 'id' | 'size' | 'sha256' | 'since'> & {
  readonly bytes: Uint8Array<ArrayBuffer>;
};

const deleteRemoved = async (
  fileName: string,
  before: readonly StoredEdition[],
  after: readonly StoredEdition[],
): Promise<void> => {
  const remainingIds = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !remainingIds.has(id));
  await Promise.all(removed.map((edition) => deleteEditionBytes(fileName, edition)));
};

/** Calls `change` again after a concurrent write. Returns false if `change` returns null. */
const changeEditions = async (
  fileName: string,
  change: (editions: readonly StoredEdition[]) => Promise<readonly StoredEdition[] | null>,
): Promise<boolean> => {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { editions: before, version } = await readGuideRecord(fileName);
    const after = await change(before);
    if (!after) return false;
    if (await writeGuideRecord(fileName, { editions: after, version })) {
      await deleteRemoved(fileName, before, after).catch(logError);
      return true;
    }
  }
  throw new Unavailable('guides', 'too many concurrent writes');
};

/**
 * Stores the bytes first, so that a single write to the record switches all buyers to the new
 * edition. Returns false if it is already the current one. Throws `Unavailable`.
 */
export const publishEdition = (
  fileName: string,
  { bytes, ...details }: NewEdition,
): Promise<boolean> => {
  const file = { size: bytes.byteLength, sha256: hash('sha256', bytes), since: isoTime(now()) };
  const newId = crypto.randomUUID();
  let isStored = false;
  return changeEditions(fileName, async (editions) => {
    const same = editions.find(({ sha256 }) => sha256 === file.sha256);
    const isCurrent = same !== undefined && same === editions[0];
    if (isCurrent && same.bare === details.bare) return null;
    if (!same && !isStored) {
      await writeEditionBytes(fileName, newId, bytes.buffer);
      isStored = true;
    }
    const published = { ...file, ...details, id: same?.id ?? newId };
    const earlier = editions.filter(
      (edition) => edition !== same && edition.sampleOf === undefined,
    );
    return [published, ...earlier.slice(0, MAX_EARLIER_EDITIONS)];
  });
};

/** Returns false if the edition no longer exists. */
export const restoreEdition = (fileName: string, id: string): Promise<boolean> =>
  changeEditions(fileName, async (editions) => {
    const restored = editions.find((edition) => edition.id === id);
    if (!restored) return null;
    // Restore was clicked twice. Keeps `since`, because an announcement goes to everyone who bought
    // before that time.
    if (restored === editions[0]) return editions;
    const others = editions.filter((edition) => edition !== restored);
    return [{ ...restored, since: isoTime(now()) }, ...others];
  });
