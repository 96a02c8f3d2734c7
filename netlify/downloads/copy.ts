import { hash } from 'node:crypto';
import type { LinePlace } from '../guides/edition-record.ts';
import type { Patch } from './range.ts';

/** A guide as the shop keeps it. */
export type Kept = {
  readonly sha256: string;
  readonly stamp?: LinePlace | undefined;
};

/** The same as one order gets it. */
export type Copy = {
  /** Names its bytes among all others. */
  readonly tag: string;
  readonly patch?: Patch | undefined;
};

/** With the order's line in its place; null for a shop that does not stamp. Not longer and not shorter than what is kept. */
export const copyOf = ({ sha256, stamp }: Kept, line: string | null): Copy => {
  if (!stamp || line === null || line.length > stamp.length) return { tag: sha256 };
  const { at, length } = stamp;
  return {
    tag: hash('sha256', `${sha256} ${line}`),
    patch: { at, bytes: Buffer.from(line.padEnd(length)) },
  };
};
