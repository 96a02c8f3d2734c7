import {
  type EditionRecord,
  type KeptEdition,
  type LinePlace,
  announce,
  editionsOf,
  isSettled,
  placeOf,
  settle,
  trim,
} from './edition-record.ts';
import { Unavailable } from '../clients/unavailable.ts';

/** How often a record is read again because somebody else wrote it in between. */
const MAX_TRIES = 8;

/** What buyers get, as it is known without its bytes. */
export type Current = {
  readonly size: number;
  readonly sha256: string;
  /** Of a sample: what it was printed from. */
  readonly sampleOf?: string | undefined;
  /** Absent for a file that was not uploaded by the owner. */
  readonly edition?: { readonly id: string; readonly since: string } | undefined;
  readonly stamp?: LinePlace | undefined;
};

export type EditionPorts = {
  /** Whether each order's copies carry its number. */
  readonly stamps: boolean;
  readonly guides: {
    readonly find: (fileName: string) => Promise<Current | null>;
    /** One write, so that a buyer gets the old edition or the new one, whole. */
    readonly publish: (
      fileName: string,
      bytes: ArrayBuffer,
      edition: { readonly id: string; readonly since: string },
      stamp: LinePlace | undefined,
    ) => Promise<void>;
  };
  readonly editions: {
    readonly put: (fileName: string, id: string, bytes: ArrayBuffer) => Promise<void>;
    readonly has: (fileName: string, id: string) => Promise<boolean>;
    readonly read: (fileName: string, id: string) => Promise<ArrayBuffer | null>;
    readonly drop: (fileName: string, id: string) => Promise<void>;
    /** The ids of all that are kept. */
    readonly list: (fileName: string) => Promise<string[]>;
    readonly readRecord: (fileName: string) => Promise<EditionRecord>;
    /** false where the record is another by now. */
    readonly writeRecord: (fileName: string, record: EditionRecord) => Promise<boolean>;
  };
  /** Unix time in seconds. */
  readonly now: () => number;
  /** Told of what failed after the edition was published, and does not matter to the owner. */
  readonly onFailed: (error: unknown) => void;
};

export type NewEdition = Omit<KeptEdition, 'id' | 'size' | 'uploadedAt'> & {
  readonly bytes: ArrayBuffer;
};

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Writes what `change` makes of the record. null, and nothing written, where that is null. */
const changeRecord = async (
  { editions }: EditionPorts,
  fileName: string,
  change: (record: EditionRecord) => EditionRecord | null,
): Promise<EditionRecord | null> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const changed = change(await editions.readRecord(fileName));
    if (!changed || (await editions.writeRecord(fileName, changed))) return changed;
  }
  throw new Unavailable('guides', 'the record is always written by others');
};

/**
 * Notes which edition is about to be current, before anything of it is written. From then on its bytes are
 * not dropped. null where `choose` finds none.
 */
const beginAttempt = async (
  ports: EditionPorts,
  fileName: string,
  current: Current | null,
  choose: (record: EditionRecord) => KeptEdition | undefined,
): Promise<KeptEdition | null> => {
  const changed = await changeRecord(ports, fileName, (read) => {
    const record = settle(read, current?.edition?.id);
    const edition = choose(record);
    return edition ? announce(record, edition, ports.now()) : null;
  });
  return changed?.pending[0]?.edition ?? null;
};

/** Drops all bytes that no record tells of: an attempt is in the record before its bytes are there. */
const dropLost = async ({ editions }: EditionPorts, fileName: string): Promise<void> => {
  const ids = await editions.list(fileName);
  const known = new Set(editionsOf(await editions.readRecord(fileName)).map(({ id }) => id));
  const lost = ids.filter((id) => !known.has(id));
  await Promise.all(lost.map((id) => editions.drop(fileName, id)));
};

const endAttempt = async (
  ports: EditionPorts,
  fileName: string,
  bytes: ArrayBuffer,
  edition: KeptEdition,
): Promise<void> => {
  const { id } = edition;
  const { guides, now, onFailed } = ports;
  await guides.publish(fileName, bytes, { id, since: isoOf(now()) }, placeOf(edition));
  const tidy = async (): Promise<void> => {
    await changeRecord(ports, fileName, (record) => trim(settle(record, id), now()));
    await dropLost(ports, fileName);
  };
  await tidy().catch(onFailed);
};

/**
 * Makes a file what buyers get. Wherever it breaks off, the old edition or the new one is current, and both
 * are kept. The same bytes are one edition, however often and by how many they are uploaded, so that trying
 * again adds nothing; it is told by its last upload that succeeded. false where it is the current one already.
 */
export const publishEdition = async (
  ports: EditionPorts,
  fileName: string,
  { bytes, ...facts }: NewEdition,
): Promise<boolean> => {
  const { guides, editions, now } = ports;
  const current = await guides.find(fileName);
  if (current?.edition && current.sha256 === facts.sha256) {
    // One who published it may have broken off before that was noted.
    if (isSettled(await editions.readRecord(fileName), current.edition.id, facts)) return false;
  }
  const upload = { ...facts, size: bytes.byteLength, uploadedAt: isoOf(now()) };
  const edition = await beginAttempt(ports, fileName, current, (record) => {
    const same = editionsOf(record).find(({ sha256 }) => sha256 === facts.sha256);
    return { ...upload, id: same?.id ?? crypto.randomUUID() };
  });
  if (!edition) return false;
  if (!(await editions.has(fileName, edition.id))) {
    await editions.put(fileName, edition.id, bytes);
  }
  await endAttempt(ports, fileName, bytes, edition);
  return true;
};

/** Makes an earlier edition current again, whatever is current by then. false where it is kept no more. */
export const restoreEdition = async (
  ports: EditionPorts,
  fileName: string,
  id: string,
): Promise<boolean> => {
  const current = await ports.guides.find(fileName);
  const edition = await beginAttempt(ports, fileName, current, ({ editions }) =>
    editions.find((one) => one.id === id),
  );
  const bytes = edition && (await ports.editions.read(fileName, id));
  if (!bytes) return false;
  await endAttempt(ports, fileName, bytes, edition);
  return true;
};
