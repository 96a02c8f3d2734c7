import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPdf } from '../../netlify/guides/check-pdf.ts';
import { refuseFileName } from '../../src/contract/guide-pdf.ts';
import { byDepth } from '../depth.ts';
import { ODD_FILES, SAMPLE } from './line-files.ts';
import { BAD_FILES, GOOD_FILES } from './pdf-files.ts';

test.each(BAD_FILES)('$what is refused with its reason', async ({ bytes, code, says }) => {
  const refusal = { code, reason: expect.stringContaining(says) };
  expect(await checkPdf(await bytes())).toEqual({ refusal });
});

test.each(GOOD_FILES)('$what is taken, with all its pages', async ({ bytes, pages }) => {
  expect(await checkPdf(await bytes())).toEqual({ pages });
});

test.each(ODD_FILES)('an honest file with $what is taken', async ({ bytes }) => {
  expect(await checkPdf(await bytes())).toEqual({ pages: 1 });
});

test('a file gets an answer, whatever was damaged in it', async () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.record({ at: share, byte: fc.nat(255) });
  const changes = fc.array(change, { minLength: 1, maxLength: 20 });
  const damaged = fc.asyncProperty(changes, fc.option(share), async (flips, cut) => {
    const bytes = SAMPLE.slice(0, Math.floor((cut ?? 1) * SAMPLE.byteLength));
    for (const { at, byte } of flips) bytes[Math.floor(at * bytes.byteLength)] = byte;
    const checked = await checkPdf(bytes);
    expect('pages' in checked || checked.refusal.reason.length > 10).toBe(true);
  });
  await fc.assert(damaged, { numRuns: byDepth(10, 100) });
});

test.each([
  ['a way up of Windows', '..\\guide.pdf'],
  ['a NUL', 'guide.pdf\0.png'],
  ['201 characters', `${'x'.repeat(197)}.pdf`],
  ['a mark that turns what follows around', 'guide\u202efdp.exe'],
  ['nothing but a blank', ' '],
])('a file with %s in its name is refused', (_what, name) => {
  expect(refuseFileName(name)).toMatchObject({ code: 'file_name_invalid' });
});
