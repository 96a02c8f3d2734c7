import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slice } from '../../netlify/downloads/copy.ts';

/** Evenly spread: `fc.double` is nearly always next to 0. */
const share = fc.nat(1000).map((n) => n / 1000);

const cases = fc.record({
  file: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  cuts: fc.array(share, { maxLength: 8 }),
  ends: fc.tuple(share, share),
  at: share,
  length: fc.nat(80),
});

test('a patch is in its place, however the file comes in chunks and whatever range is asked for', async () => {
  const property = fc.asyncProperty(cases, async ({ file, cuts, ends, at, length }) => {
    const size = file.byteLength;
    const place = (one: number) => Math.min(Math.floor(one * size), size - 1);
    const [first = 0, last = 0] = ends.map(place).sort((a, b) => a - b);
    const bytes = new Uint8Array(Math.min(length, size - place(at))).fill(7);
    const patch = { at: place(at), bytes };
    const whole = Uint8Array.from(file);
    whole.set(bytes, patch.at);
    const chunkEnds = [...cuts.map(place).sort((a, b) => a - b), size];
    const chunks = chunkEnds.map((end, n) => file.slice(chunkEnds[n - 1] ?? 0, end));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const sent = await Array.fromAsync(slice(body, { first, last }, patch));
    expect(Buffer.concat(sent)).toEqual(Buffer.from(whole.subarray(first, last + 1)));
  });
  await fc.assert(property, { numRuns: 500 });
});
