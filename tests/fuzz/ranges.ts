import * as fc from 'fast-check';
import { weighted } from '../model/weighted.ts';

/** The guides of this shop are some 40 bytes long. */
const near = fc.nat(60);

const position = fc.oneof(near, fc.constantFrom(2 ** 31, '9'.repeat(30), ''));

export const range = weighted(
  [4, fc.tuple(near, near).map(([first, more]) => `bytes=${first}-${first + more}`)],
  [2, fc.tuple(position, position).map(([first, last]) => `bytes=${first}-${last}`)],
  [1, fc.tuple(near, position).map(([a, b]) => `bytes=${a}-${b},${b}-, -5`)],
  [
    1,
    fc.constantFrom(
      'bytes=',
      'bytes=-',
      'bytes=a-b',
      'lines=0-1',
      'bytes = 0-1',
      `bytes=${'0-,'.repeat(2000)}`,
    ),
  ],
);

/** What If-Range, If-Match and If-None-Match may say. */
export const tag = fc.constantFrom(
  '<<etag anna>>',
  'W/<<etag anna>>',
  '<<etag ben>>',
  '"x", <<etag anna>>',
  '*',
  '"',
  'Sat, 29 Oct 1994 19:43:31 GMT',
);

/** The headers of a download that was broken off, and of one that is looked for in a cache. */
export const fileHeaders = weighted<readonly (readonly [string, string])[]>(
  [2, fc.constant([])],
  [2, range.map((value) => [['range', value] as const])],
  [1, tag.map((value) => [['if-none-match', value] as const])],
  [
    1,
    fc
      .tuple(range, tag)
      .map(([value, condition]) => [['range', value] as const, ['if-range', condition] as const]),
  ],
);
