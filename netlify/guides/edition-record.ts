import * as z from 'zod/mini';
import type { Edition } from '#contract/guide-files.ts';

/** How many editions a product keeps before its current one. */
export const KEPT_EARLIER = 10;

/** No function runs that long, so older attempts have ended. */
const ATTEMPT_ENDS_AFTER_IN_SECONDS = 3600;

/** The blanks for an order's line: their offset in the file and their length, in bytes. */
const linePlaceSchema = z.object({ at: z.int(), length: z.int() });
export type LinePlace = z.infer<typeof linePlaceSchema>;

/** Why copies of a file have no order's line. */
const refusalSchema = z.enum(['signed', 'too_large', 'odd']);
export type StampRefusal = z.infer<typeof refusalSchema>;

/** The result of preparing an upload for an order's line. The prepared file begins with the upload's bytes. */
const stampSchema = z.union([
  z.extend(linePlaceSchema, { upload: z.object({ size: z.int(), sha256: z.string() }) }),
  z.object({ refusal: refusalSchema }),
]);
export type Stamp = z.infer<typeof stampSchema>;

/** An edition as the shop keeps it. Size and hash are those of the file that it sends. */
const editionSchema = z.object({
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

/** The edition as the owner uploaded it. */
export const uploadOf = ({ stamp, ...edition }: KeptEdition): Edition => ({
  ...edition,
  ...(stamp && 'upload' in stamp && stamp.upload),
});

/** Where an order's line is in the edition's file. Undefined if it has none. */
export const linePlaceOf = ({ stamp }: KeptEdition): LinePlace | undefined =>
  stamp && 'at' in stamp ? { at: stamp.at, length: stamp.length } : undefined;

/** The editions of a product. */
export const recordSchema = z.object({
  /** Those that buyers got at some time, newest first. */
  editions: z.array(editionSchema),
  /**
   * Attempts to publish, and when each began in Unix seconds. They are kept apart, so that a failed upload never replaces
   * an edition that buyers got. A file that is uploaded again is in both lists.
   */
  pending: z.array(z.object({ edition: editionSchema, at: z.int() })),
});

export type EditionRecord = z.infer<typeof recordSchema> & {
  /** The version that was read, for a conditional write; null before the first. */
  readonly version: string | null;
};

/** The record with a new attempt, or the same one begun again. */
export const addAttempt = (
  record: EditionRecord,
  edition: KeptEdition,
  at: number,
): EditionRecord => ({
  ...record,
  pending: [{ edition, at }, ...record.pending.filter((one) => one.edition.id !== edition.id)],
});

/** The record once an edition is seen to be current, even if its attempt crashed before noting it. */
export const settle = (record: EditionRecord, id: string | undefined): EditionRecord => {
  const attempt = record.pending.find(({ edition }) => edition.id === id);
  if (!attempt) return record;
  return {
    ...record,
    editions: [attempt.edition, ...record.editions.filter((edition) => edition.id !== id)],
    pending: record.pending.filter((one) => one !== attempt),
  };
};

/** The record without editions and attempts that are no longer kept. */
export const trim = (record: EditionRecord, nowInSeconds: number): EditionRecord => ({
  ...record,
  editions: record.editions.slice(0, KEPT_EARLIER + 1),
  pending: record.pending.filter(({ at }) => at > nowInSeconds - ATTEMPT_ENDS_AFTER_IN_SECONDS),
});

/** All editions of a record, with the latest state of each first. */
export const editionsOf = ({ editions, pending }: EditionRecord): KeptEdition[] => [
  ...pending.map(({ edition }) => edition),
  ...editions,
];

const refusalOf = ({ stamp }: Pick<KeptEdition, 'stamp'>): StampRefusal | undefined =>
  stamp && 'refusal' in stamp ? stamp.refusal : undefined;

/** Whether the record needs no change for this edition: buyers got it, and its stamp is as known. */
export const isSettled = (
  { editions, pending }: EditionRecord,
  id: string,
  known: Pick<KeptEdition, 'stamp'>,
): boolean =>
  editions.some((edition) => edition.id === id && refusalOf(edition) === refusalOf(known)) &&
  !pending.some(({ edition }) => edition.id === id);
