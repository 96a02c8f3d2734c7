import { hash } from 'node:crypto';
import type { LinePlace } from '../guides/edition-record.ts';
import { changedCrc32 } from './crc32.ts';
import type { Patch } from './range.ts';

/** A guide as the shop keeps it. */
export type Kept = {
  readonly size: number;
  readonly sha256: string;
  readonly crc32?: number | undefined;
  readonly stamp?: LinePlace | undefined;
};

/** The same as one order gets it. */
export type Copy = {
  /** Names its bytes among all others. */
  readonly tag: string;
  readonly crc32?: number | undefined;
  readonly patch?: Patch | undefined;
};

/** With the order's line in its place; null for a shop that does not stamp. Not longer and not shorter than what is kept. */
export const copyOf = ({ size, sha256, crc32, stamp }: Kept, line: string | null): Copy => {
  if (!stamp || line === null || line.length > stamp.length) return { tag: sha256, crc32 };
  const { at, length } = stamp;
  const bytes = Buffer.from(line.padEnd(length));
  const change = {
    before: Buffer.alloc(length, ' '),
    after: bytes,
    bytesBehind: size - at - length,
  };
  return {
    tag: hash('sha256', `${sha256} ${line}`),
    crc32: crc32 === undefined ? undefined : changedCrc32(crc32, change),
    patch: { at, bytes },
  };
};
