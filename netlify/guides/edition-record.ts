import type { Edition } from '#contract/guide-files.ts';

/** How many a product keeps before its current one. */
export const KEPT_EARLIER = 10;

/** No function runs that long, so whoever began before has ended, well or not. */
const ATTEMPT_ENDS_AFTER_IN_SECONDS = 3600;

type Attempt = {
  readonly edition: Edition;
  /** When it began. Unix time in seconds. */
  readonly at: number;
};

/** What is known of a product's editions. */
export type EditionRecord = {
  /** Those that buyers got at some time, the latest first. */
  readonly editions: readonly Edition[];
  /**
   * Those about to be current. They wait apart, so that an upload that failed never takes the place of one
   * that buyers got. One may be here and among the editions, where the same file is uploaded again.
   */
  readonly pending: readonly Attempt[];
  /** Names what was read, so that nothing is written over what was not; null before the first. */
  readonly version: string | null;
};

/** The record with one more attempt, or with the same one begun again. */
export const announce = (record: EditionRecord, edition: Edition, at: number): EditionRecord => ({
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
export const editionsOf = ({ editions, pending }: EditionRecord): readonly Edition[] => [
  ...pending.map(({ edition }) => edition),
  ...editions,
];

/** Whether buyers got it, and nothing about it is still to be written down. */
export const isSettled = ({ editions, pending }: EditionRecord, id: string): boolean =>
  editions.some((edition) => edition.id === id) &&
  !pending.some(({ edition }) => edition.id === id);
