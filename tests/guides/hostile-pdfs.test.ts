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

const makeHarmless = (): Promise<Bytes> => makePdf({ pages: 15 });

const TOO_COMPLEX = {
  refusal: { code: 'pdf_too_complex', reason: expect.stringContaining('print it to a new PDF') },
};

// The limit is three times as long as a harmless file takes, so that it suits any machine.
test('stops checking an unterminated stream at the time limit', async () => {
  const startedAt = performance.now();
  expect(await prepareInProcess(await makeHarmless(), true)).toHaveProperty('line');
  const timeInMs = 3 * (performance.now() - startedAt);
  const limits = { timeInMs, memoryInBytes: Infinity };
  expect(await prepareInProcess(pdfWith(openStream), true, limits)).toEqual(TOO_COMPLEX);
});

const MEMORY_LIMIT = { timeInMs: Infinity, memoryInBytes: 300 * MB };

test.each([
  { name: 'a few bytes that unpack to 500 MB', make: () => bomb(500) },
  { name: '250,000 objects', make: () => pdfWith(objects(250_000)) },
])('stops checking $name at the memory limit', async ({ make }) => {
  expect(await prepareInProcess(make(), true, MEMORY_LIMIT)).toEqual(TOO_COMPLEX);
});

test('checks a harmless file within the memory limit', async () => {
  expect(await prepareInProcess(await makeHarmless(), true, MEMORY_LIMIT)).toHaveProperty('line');
});

/** The CPU time that the check of a file takes, in microseconds. */
const workFor = async (bytes: Bytes): Promise<number> => {
  const before = process.cpuUsage();
  await preparePdf(bytes, false);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test('refuses an unterminated file in less than 100 times the CPU time of a harmless file', async () => {
  const open = new Uint8Array(Buffer.from(`%PDF-1.7\n${openStream}`));
  const work = await workFor(open);
  expect(work).toBeLessThan(100 * (await workFor(await makeHarmless())));
});

// The library appends a different kind of update to a file with a cross-reference table.
const makeWithTable = (): Promise<Bytes> => makePdf({ pages: 15, packed: false });

test('returns the same result from a child process as from the test’s own process', async () => {
  const bytes = await makeWithTable();
  expect(await prepareInProcess(bytes, true)).toEqual(await preparePdf(bytes, true));
});

test('returns bytes that span their whole buffer, because the shop stores that buffer', async () => {
  const prepared = await prepareInProcess(await makeWithTable(), true);
  if ('refusal' in prepared) throw new Error('refused');
  expect(prepared.bytes.buffer.byteLength).toBe(prepared.bytes.byteLength);
});

test('throws instead of rejecting the PDF if the child process cannot start', async () => {
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  await expect(prepareInProcess(await makeHarmless(), true)).rejects.toThrow(/process/);
});
