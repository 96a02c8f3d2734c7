import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyOf, slice } from '../../netlify/downloads/copy.ts';

const streamed = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

/** Cut at these shares of the whole, in any order. */
const cut = (bytes: Uint8Array, shares: readonly number[]): Uint8Array[] => {
  const ends = shares.map((share) => Math.floor(share * bytes.byteLength)).sort((a, b) => a - b);
  return [...ends, bytes.byteLength].map((end, n) => bytes.slice(ends[n - 1] ?? 0, end));
};

/** Evenly spread: `fc.double` is nearly always next to 0. */
const share = fc.nat(1000).map((n) => n / 1000);

test('a patch is in its place, however the file comes in chunks and whatever range is asked for', async () => {
  const cases = fc.record({
    file: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    cuts: fc.array(share, { maxLength: 8 }),
    from: share,
    to: share,
    at: share,
    length: fc.nat(80),
  });
  const property = fc.asyncProperty(cases, async ({ file, cuts, from, to, at, length }) => {
    const size = file.byteLength;
    const [first, last] = [from, to]
      .map((one) => Math.min(Math.floor(one * size), size - 1))
      .sort((a, b) => a - b);
    const patch = { at: Math.floor(at * size), bytes: new Uint8Array(length).fill(7) };
    patch.bytes = patch.bytes.subarray(0, size - patch.at);
    const whole = Uint8Array.from(file);
    whole.set(patch.bytes, patch.at);
    const before = Uint8Array.from(file);
    const range = { first: first ?? 0, last: last ?? 0 };
    const chunks = await Array.fromAsync(slice(streamed(cut(file, cuts)), range, patch));
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(whole.subarray(range.first, range.last + 1)));
    expect(file).toEqual(before);
  });
  await fc.assert(property, { numRuns: 500 });
});

const KEPT = { sha256: 'a'.repeat(64), stamp: { at: 10, length: 64 } };

test('copies of two orders have two tags, and that of no line has the tag of the file', () => {
  const tags = ['Order A', 'Order B'].map((line) => copyOf(KEPT, line).tag);
  expect(new Set([...tags, KEPT.sha256]).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^[0-9a-f]{64}$/);
  const bare = { tag: KEPT.sha256 };
  expect(copyOf(KEPT, null)).toEqual(bare);
  expect(copyOf({ ...KEPT, stamp: undefined }, 'Order A')).toEqual(bare);
  expect(copyOf(KEPT, 'x'.repeat(65))).toEqual(bare);
});
