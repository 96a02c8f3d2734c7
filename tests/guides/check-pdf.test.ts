import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPdf } from '../../netlify/guides/check-pdf.ts';
import { byDepth } from '../depth.ts';
import { MAX_ENGINE_BYTES } from '../../src/pdf/limits.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { edition, guides } from '../samples/edition.ts';
import { makePdf } from '../shop/pdfs.ts';
import { BOMBS, BOMB_BYTES } from './bad-files.ts';

test('a file gets an answer, whatever was damaged in it', async () => {
  const good = new Uint8Array(await makeSample(guides[0].product, edition));
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.record({ at: share, byte: fc.nat(255) });
  const changes = fc.array(change, { minLength: 1, maxLength: 20 });
  const damaged = fc.asyncProperty(changes, fc.option(share), async (flips, cut) => {
    const end = cut === null ? good.byteLength : Math.floor(cut * good.byteLength);
    const bytes = good.slice(0, end);
    for (const { at, byte } of flips) bytes[Math.floor(at * end)] = byte;
    const inspection = await checkPdf(bytes);
    expect('findings' in inspection || inspection.refusal.reason.length > 10).toBe(true);
  });
  await fc.assert(damaged, { numRuns: byDepth(6, 100) });
});

test.each(BOMBS)(
  '$what is refused, and takes no more memory than a guide may',
  async ({ bytes, code, says }) => {
    const file = await bytes();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    expect(await checkPdf(file)).toEqual({
      refusal: { code, reason: expect.stringMatching(says) },
    });
    clearInterval(watching);
    // PDFium's own memory, and what JavaScript holds of the file.
    expect(peak - before).toBeLessThan(1.5 * MAX_ENGINE_BYTES);
    expect(1.5 * MAX_ENGINE_BYTES).toBeLessThan(BOMB_BYTES / 2);
  },
);

test('a file that takes too long is given up', async () => {
  const refusal = { code: 'pdf_too_dense', reason: expect.stringContaining('too long') };
  expect(await checkPdf(await makePdf(), 1)).toEqual({ refusal });
});
