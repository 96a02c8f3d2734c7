import { afterEach, expect, test, vi } from 'vitest';
import { prepareInProcess } from '../../netlify/guides/prepare-in-process.ts';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { bomb, makePdf, pdfWith } from '../shop/pdfs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const MB = 1_000_000;

afterEach(() => vi.unstubAllEnvs());

const openStream = `4 0 obj\n<< /Length 9 >>\nstream\n${'1'.repeat(MB)}`;

const objects = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${n + 4} 0 obj\n<< /A [1 2 3] >>\nendobj`).join('\n');

const harmless = (): Promise<Bytes> => makePdf({ pages: 15 });

const TOO_COMPLEX = {
  refusal: { code: 'pdf_too_complex', reason: expect.stringContaining('print it to a new PDF') },
};

test('the check of a stream without end is ended after the time of three harmless files', async () => {
  const startedAt = performance.now();
  const prepared = await prepareInProcess(await harmless(), true);
  const timeInMs = 3 * (performance.now() - startedAt);
  expect(prepared).toHaveProperty('line');
  const limits = { timeInMs, memoryInBytes: Infinity };
  expect(await prepareInProcess(pdfWith(openStream), true, limits)).toEqual(TOO_COMPLEX);
});

test.each([
  { what: 'a few bytes that unpack to 500 MB', make: () => bomb(500) },
  { what: '250,000 objects', make: () => pdfWith(objects(250_000)) },
])('the check of $what is ended at a limit that a harmless file keeps', async ({ make }) => {
  const limits = { timeInMs: Infinity, memoryInBytes: 300 * MB };
  expect(await prepareInProcess(await harmless(), true, limits)).toHaveProperty('line');
  expect(await prepareInProcess(make(), true, limits)).toEqual(TOO_COMPLEX);
});

/** The processor's time for the check, in microseconds. */
const workFor = async (bytes: Bytes): Promise<number> => {
  const before = process.cpuUsage();
  await preparePdf(bytes, false);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test('a file without an end is refused in the time of a hundred harmless files', async () => {
  const open = Buffer.from(`%PDF-1.7\n${openStream}`);
  expect(await workFor(new Uint8Array(open))).toBeLessThan(100 * (await workFor(await harmless())));
});

test('another process returns the same as this one', async () => {
  // With a table of objects, whose place in the file decides how the line is added.
  const bytes = await makePdf({ pages: 15, packed: false });
  const prepared = await prepareInProcess(bytes, true);
  expect(prepared).toEqual(await preparePdf(bytes, true));
  // The buffer is what the shop stores.
  const stored = 'bytes' in prepared ? new Uint8Array(prepared.bytes.buffer) : null;
  expect(prepared).toMatchObject({ bytes: stored });
});

test('a process that cannot start is no fault of the PDF', async () => {
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  await expect(prepareInProcess(await harmless(), true)).rejects.toThrow(/process/);
});
