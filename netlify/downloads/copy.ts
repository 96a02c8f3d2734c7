import { hash } from 'node:crypto';
import type { LinePlace } from '../guides/edition-record.ts';
import type { Patch } from './range.ts';

/** A guide as the shop keeps it. */
export type Kept = {
  readonly sha256: string;
  readonly stamp?: LinePlace | undefined;
};

/** The guide as one order gets it. */
export type Copy = {
  /** Identifies its bytes. */
  readonly tag: string;
  readonly patch?: Patch | undefined;
};

/** The copy with an order's line, which changes no length. `line` is null in a shop that does not stamp. */
export const copyOf = ({ sha256, stamp }: Kept, line: string | null): Copy => {
  if (!stamp || line === null || line.length > stamp.length) return { tag: sha256 };
  const { at, length } = stamp;
  return {
    tag: hash('sha256', `${sha256} ${line}`),
    patch: { at, bytes: Buffer.from(line.padEnd(length)) },
  };
};
