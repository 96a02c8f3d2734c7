import * as z from 'zod/mini';
import type { Edition } from '#contract/guide-files.ts';

/** How many a product keeps before its current one. */
export const KEPT_EARLIER = 10;

/** No function runs that long, so whoever began before has ended, well or not. */
const ATTEMPT_ENDS_AFTER_IN_SECONDS = 3600;

/** Where an order's line has its place in a file: so many blanks, so many bytes from the beginning. */
const linePlaceSchema = z.object({ at: z.int(), length: z.int() });
export type LinePlace = z.infer<typeof linePlaceSchema>;

/** Why copies of a file go out without their order's line. */
const refusalSchema = z.enum(['signed', 'too_large', 'odd']);
export type StampRefusal = z.infer<typeof refusalSchema>;

/** What came of an upload when an order's line was to fit into it. The upload is the beginning of what is kept. */
const stampSchema = z.union([
  z.extend(linePlaceSchema, { upload: z.object({ size: z.int(), sha256: z.string() }) }),
  z.object({ refusal: refusalSchema }),
]);
export type Stamp = z.infer<typeof stampSchema>;

/** An edition as the shop keeps it: these are the size and hash of what it sends. */
export const editionSchema = z.object({
  id: z.string(),
  size: z.int(),
  sha256: z.string(),
  pages: z.int(),
  title: z.nullable(z.string()),
  uploadedAs: z.string(),
  uploadedAt: z.string(),
  /** Absent where it was published while the shop did not stamp. */
  stamp: z.optional(stampSchema),
});
export type KeptEdition = z.infer<typeof editionSchema>;

/** As the owner knows it. */
export const uploadOf = ({ stamp, ...edition }: KeptEdition): Edition => ({
  ...edition,
  ...(stamp && 'upload' in stamp && stamp.upload),
});

export const placeOf = ({ stamp }: KeptEdition): LinePlace | undefined =>
  stamp && 'at' in stamp ? { at: stamp.at, length: stamp.length } : undefined;

/** What is known of a product's editions. */
export const recordSchema = z.object({
  /** Those that buyers got at some time, the latest first. */
  editions: z.array(editionSchema),
  /**
   * Those about to be current, and when that began in Unix seconds. They wait apart, so that an upload that
   * failed never takes the place of one that buyers got. One may be here and among the editions, where the same
   * file is uploaded again.
   */
  pending: z.array(z.object({ edition: editionSchema, at: z.int() })),
});

export type EditionRecord = z.infer<typeof recordSchema> & {
  /** Names what was read, so that nothing is written over what was not; null before the first. */
  readonly version: string | null;
};

/** The record with one more attempt, or with the same one begun again. */
export const announce = (
  record: EditionRecord,
  edition: KeptEdition,
  at: number,
): EditionRecord => ({
  ...record,
  pending: [{ edition, at }, ...record.pending.filter((one) => one.edition.id !== edition.id)],
});

/** The record after an edition was seen to be current: nobody need have told of it, as after a crash. */
export const settle = (record: EditionRecord, id: string | undefined): EditionRecord => {
  const attempt = record.pending.find(({ edition }) => edition.id === id);
  if (!attempt) return record;
  return {
    ...record,
    editions: [attempt.edition, ...record.editions.filter((edition) => edition.id !== id)],
    pending: record.pending.filter((one) => one !== attempt),
  };
};

/** The record without what is kept no more. */
export const trim = (record: EditionRecord, nowInSeconds: number): EditionRecord => ({
  ...record,
  editions: record.editions.slice(0, KEPT_EARLIER + 1),
  pending: record.pending.filter(({ at }) => at > nowInSeconds - ATTEMPT_ENDS_AFTER_IN_SECONDS),
});

/** All that a record tells of, what is newest known of an edition first. */
export const editionsOf = ({ editions, pending }: EditionRecord): KeptEdition[] => [
  ...pending.map(({ edition }) => edition),
  ...editions,
];

const refusalOf = ({ stamp }: Pick<KeptEdition, 'stamp'>): StampRefusal | undefined =>
  stamp && 'refusal' in stamp ? stamp.refusal : undefined;

/** Whether buyers got it, and nothing that is known of it now is still to be written down. */
export const isSettled = (
  { editions, pending }: EditionRecord,
  id: string,
  known: Pick<KeptEdition, 'stamp'>,
): boolean =>
  editions.some((edition) => edition.id === id && refusalOf(edition) === refusalOf(known)) &&
  !pending.some(({ edition }) => edition.id === id);
