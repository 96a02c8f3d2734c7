import {
  type EditionRecord,
  type KeptEdition,
  addAttempt,
  editionsOf,
  isSettled,
  linePlaceOf,
  settle,
  trim,
} from './edition-record.ts';
import {
  dropEdition,
  hasEdition,
  listEditions,
  readEdition,
  readRecord,
  writeEdition,
  writeRecord,
} from './blobs-editions.ts';
import { type Guide, findGuide, writeGuide } from './blobs-guides.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { isoTime, now } from '../platform/clock.ts';
import { logError } from '../http/log.ts';

/** How often a record is read again after another function has written it. */
const MAX_TRIES = 8;

export type NewEdition = Omit<KeptEdition, 'id' | 'size' | 'uploadedAt'> & {
  readonly bytes: ArrayBuffer;
};

/** Writes the record that `change` returns. Where that is null, it writes nothing and returns null. */
const changeRecord = async (
  fileName: string,
  change: (record: EditionRecord) => EditionRecord | null,
): Promise<EditionRecord | null> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const changed = change(await readRecord(fileName));
    if (!changed || (await writeRecord(fileName, changed))) return changed;
  }
  throw new Unavailable('guides', 'the record is always written by others');
};

/**
 * Records which edition is about to be current, before its bytes are written, so that `dropLost` keeps them. null
 * where `choose` finds none.
 */
const beginAttempt = async (
  fileName: string,
  current: Guide | null,
  choose: (record: EditionRecord) => KeptEdition | undefined,
): Promise<KeptEdition | null> => {
  const changed = await changeRecord(fileName, (read) => {
    const record = settle(read, current?.edition?.id);
    const edition = choose(record);
    return edition ? addAttempt(record, edition, now()) : null;
  });
  return changed?.pending[0]?.edition ?? null;
};

/** Drops all bytes that the record does not name. It names an attempt before its bytes exist. */
const dropLost = async (fileName: string): Promise<void> => {
  const ids = await listEditions(fileName);
  const known = new Set(editionsOf(await readRecord(fileName)).map(({ id }) => id));
  const lost = ids.filter((id) => !known.has(id));
  await Promise.all(lost.map((id) => dropEdition(fileName, id)));
};

const endAttempt = async (
  fileName: string,
  bytes: ArrayBuffer,
  edition: KeptEdition,
): Promise<void> => {
  const { id } = edition;
  await writeGuide(fileName, bytes, {
    edition: { id, since: isoTime(now()) },
    stamp: linePlaceOf(edition),
  });
  const tidy = async (): Promise<void> => {
    await changeRecord(fileName, (record) => trim(settle(record, id), now()));
    await dropLost(fileName);
  };
  await tidy().catch(logError);
};

/**
 * Makes a file what buyers get. After a crash at any point, the old or the new edition is current, and both are kept.
 * The same bytes are always one edition, described by the last upload that succeeded, so that a retry adds nothing.
 * false where it is already current.
 */
export const publishEdition = async (
  fileName: string,
  { bytes, ...facts }: NewEdition,
): Promise<boolean> => {
  const current = await findGuide(fileName);
  if (current?.edition && current.sha256 === facts.sha256) {
    // An earlier upload may have crashed before it was recorded.
    if (isSettled(await readRecord(fileName), current.edition.id, facts)) return false;
  }
  const upload = { ...facts, size: bytes.byteLength, uploadedAt: isoTime(now()) };
  const edition = await beginAttempt(fileName, current, (record) => {
    const same = editionsOf(record).find(({ sha256 }) => sha256 === facts.sha256);
    return { ...upload, id: same?.id ?? crypto.randomUUID() };
  });
  if (!edition) return false;
  if (!(await hasEdition(fileName, edition.id))) {
    await writeEdition(fileName, edition.id, bytes);
  }
  await endAttempt(fileName, bytes, edition);
  return true;
};

/** Makes an earlier edition current again. false where it is no longer kept. */
export const restoreEdition = async (fileName: string, id: string): Promise<boolean> => {
  const current = await findGuide(fileName);
  const edition = await beginAttempt(fileName, current, ({ editions }) =>
    editions.find((one) => one.id === id),
  );
  const bytes = edition && (await readEdition(fileName, id));
  if (!bytes) return false;
  await endAttempt(fileName, bytes, edition);
  return true;
};
