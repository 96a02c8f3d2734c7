import type { Product } from '#contract/catalogue.ts';
import type { CurrentEdition, Edition, ShelfProduct } from '#contract/shelf.ts';
import { Unavailable } from './unavailable.ts';

/** How many a product keeps before its current one. */
const KEPT_EARLIER = 10;

/** How often a record is read again because somebody else wrote it in between. */
const MAX_TRIES = 8;

/** An edition that no record tells of, and nobody can be about to write into one any more. */
const LOST_AFTER_IN_SECONDS = 3600;

/** What buyers get, as it is known without its bytes. */
type Current = {
  readonly size: number;
  readonly sha256: string;
  /** Of a sample: what it was printed from. */
  readonly sampleOf?: string | undefined;
  /** Absent for a file that was not uploaded at the desk. */
  readonly edition?: { readonly id: string; readonly since: string } | undefined;
};

/** The editions of a product that were ever current or about to be, the latest first. */
export type EditionRecord = {
  readonly editions: readonly Edition[];
  /** Names what was read, so that nothing is written over what was not; null before the first. */
  readonly version: string | null;
};

export type ShelfPorts = {
  readonly guides: {
    readonly find: (fileName: string) => Promise<Current | null>;
    /** One write, so that a buyer gets the old edition or the new one, whole. */
    readonly publish: (
      fileName: string,
      bytes: ArrayBuffer,
      edition: { readonly id: string; readonly since: string },
    ) => Promise<void>;
  };
  readonly editions: {
    readonly keep: (fileName: string, id: string, bytes: ArrayBuffer) => Promise<void>;
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

export type NewEdition = Pick<Edition, 'sha256' | 'pages' | 'title' | 'uploadedAs'> & {
  readonly bytes: ArrayBuffer;
};

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Begins with its time, so that what was left behind by a crash can be told from what is under way. */
const newId = (seconds: number): string => `${seconds}-${crypto.randomUUID().slice(0, 8)}`;

/** The edition first, and behind it the last ten; never without the one that buyers get now. */
const withLatest = (
  edition: Edition,
  known: readonly Edition[],
  currentId: string | undefined,
): Edition[] => {
  const others = known.filter(({ id }) => id !== edition.id);
  return [edition, ...others.filter(({ id }, at) => at < KEPT_EARLIER || id === currentId)];
};

/** Puts an edition first in its product's record. null where `find` finds none in it. */
const noteLatest = async (
  { editions }: ShelfPorts,
  fileName: string,
  currentId: string | undefined,
  find: (known: readonly Edition[]) => Edition | undefined,
): Promise<Edition | null> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const record = await editions.readRecord(fileName);
    const edition = find(record.editions);
    if (!edition) return null;
    const latest = withLatest(edition, record.editions, currentId);
    if (await editions.writeRecord(fileName, { ...record, editions: latest })) return edition;
  }
  throw new Unavailable('guides', 'the record is always written by others');
};

const dropLost = async ({ editions, now }: ShelfPorts, fileName: string): Promise<void> => {
  const ids = await editions.list(fileName);
  const { editions: known } = await editions.readRecord(fileName);
  const isLost = (id: string): boolean =>
    !known.some((edition) => edition.id === id) &&
    Number.parseInt(id, 10) < now() - LOST_AFTER_IN_SECONDS;
  await Promise.all(ids.filter(isLost).map((id) => editions.drop(fileName, id)));
};

/**
 * Makes a file what buyers get. The bytes are kept and the record tells of them before they become
 * current, so that wherever it breaks off, the old edition or the new one is current and none is lost.
 * null where it is the current one already.
 */
export const publishEdition = async (
  ports: ShelfPorts,
  fileName: string,
  { bytes, ...facts }: NewEdition,
): Promise<Edition | null> => {
  const { guides, editions, now, onFailed } = ports;
  const current = await guides.find(fileName);
  if (current?.edition && current.sha256 === facts.sha256) return null;
  const time = now();
  const edition: Edition = {
    ...facts,
    id: newId(time),
    size: bytes.byteLength,
    uploadedAt: isoOf(time),
  };
  await editions.keep(fileName, edition.id, bytes);
  await noteLatest(ports, fileName, current?.edition?.id, () => edition);
  await guides.publish(fileName, bytes, { id: edition.id, since: isoOf(now()) });
  await dropLost(ports, fileName).catch(onFailed);
  return edition;
};

/** Makes an earlier edition current again. false where it is kept no more. */
export const restoreEdition = async (
  ports: ShelfPorts,
  fileName: string,
  id: string,
): Promise<boolean> => {
  const { guides, editions, now } = ports;
  const current = await guides.find(fileName);
  const bytes = await editions.read(fileName, id);
  if (!bytes) return false;
  // In the record again at its head, no upload at the same moment drops it.
  const edition = await noteLatest(ports, fileName, current?.edition?.id, (known) =>
    known.find((one) => one.id === id),
  );
  if (!edition) return false;
  if (current?.edition?.id === id) return true;
  await guides.publish(fileName, bytes, { id, since: isoOf(now()) });
  return true;
};

const currentOf = (current: Current | null, known: readonly Edition[]): CurrentEdition | null => {
  if (!current) return null;
  const { size, sha256, edition } = current;
  const uploaded = known.find(({ id }) => id === edition?.id);
  if (!edition || !uploaded) return { isSample: true, size, sha256, since: null };
  return { isSample: false, ...uploaded, since: edition.since };
};

/** A product with its file, and those before it. */
export const shelfProduct = async (
  { guides, editions }: ShelfPorts,
  { id, name, file_name, is_active }: Product,
): Promise<ShelfProduct> => {
  const [current, { editions: known }] = await Promise.all([
    guides.find(file_name),
    editions.readRecord(file_name),
  ]);
  const earlier = known.filter((edition) => edition.id !== current?.edition?.id);
  return {
    id,
    name,
    file_name,
    is_active,
    current: currentOf(current, known),
    earlier: earlier.slice(0, KEPT_EARLIER),
  };
};
