import { hash } from 'node:crypto';
import { logError } from '../http/log.ts';
import { isoTime, now } from '../platform/clock.ts';
import { Unavailable } from '../platform/unavailable.ts';
import {
  type GuideRecord,
  type StoredEdition,
  deleteEditionBytes,
  readGuideRecord,
  writeEditionBytes,
  writeGuideRecord,
} from './blobs-guides.ts';

/** How many editions a product keeps before its current one. */
const MOST_EARLIER = 5;

/** How often a record is read again after another function has written it. */
const MAX_TRIES = 8;

type NewEdition = Omit<StoredEdition, 'id' | 'size' | 'sha256' | 'since'> & {
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/** Writes the editions that `change` returns, the current one first. Returns false if that is null. */
const changeRecord = async (
  fileName: string,
  change: (record: GuideRecord) => Promise<readonly StoredEdition[] | null>,
): Promise<boolean> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const record = await readGuideRecord(fileName);
    const editions = await change(record);
    if (!editions) return false;
    if (await writeGuideRecord(fileName, { ...record, editions })) return true;
  }
  throw new Unavailable('guides', 'the record is always written by others');
};

/**
 * Makes a file the one that buyers get, by one write after its bytes are stored. The same bytes are always one edition, described
 * by the last upload. Returns false if it is already current, and then changes nothing.
 */
export const publishEdition = async (
  fileName: string,
  { bytes, ...facts }: NewEdition,
): Promise<boolean> => {
  const file = { size: bytes.byteLength, sha256: hash('sha256', bytes), since: isoTime(now()) };
  const newId = crypto.randomUUID();
  let dropped: readonly StoredEdition[] = [];
  let isStored = false;
  const isChanged = await changeRecord(fileName, async ({ editions }) => {
    const same = editions.find(({ sha256 }) => sha256 === file.sha256);
    if (same && same === editions[0] && same.bare === facts.bare) return null;
    if (!same && !isStored) await writeEditionBytes(fileName, newId, bytes.buffer);
    isStored ||= !same;
    const earlier = editions.filter((one) => one !== same && one.sampleOf === undefined);
    const kept = earlier.slice(0, MOST_EARLIER);
    dropped = editions.filter((one) => one !== same && !kept.includes(one));
    return [{ ...file, ...facts, id: same?.id ?? newId }, ...kept];
  });
  if (!isChanged) return false;
  // The bytes of an upload that crashed before its record was written stay, since nothing names them.
  await Promise.all(dropped.map((one) => deleteEditionBytes(fileName, one))).catch(logError);
  return true;
};

/** Makes an earlier edition current again. Returns false if it is no longer kept. */
export const restoreEdition = (fileName: string, id: string): Promise<boolean> =>
  changeRecord(fileName, async ({ editions }) => {
    const chosen = editions.find((one) => one.id === id);
    if (!chosen) return null;
    const others = editions.filter((one) => one !== chosen);
    return [{ ...chosen, since: isoTime(now()) }, ...others];
  });
