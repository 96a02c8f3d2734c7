import { hash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { FileDiffers, sendFile } from '../../src/admin/guides/send-file.ts';
import { PART_BYTES } from '../../src/contract/guide-pdf.ts';

/** A file that is sent in three parts. */
const BYTES = new Uint8Array(2.5 * PART_BYTES).fill(7);
const FILE = new File([BYTES], 'Ages 6-10.pdf');
const PART_SIZES = [PART_BYTES, PART_BYTES, PART_BYTES / 2];

/** The status of an error response, or "unreachable" if the request never arrives. */
type Fault = number | 'unreachable';

/**
 * Sends the file to a shop whose first responses to `faultyPart` are `faults`. Returns the requests
 * that the shop received and the progress that was reported to the page, in bytes.
 */
const sendTo = async (faultyPart: number, faults: readonly Fault[]) => {
  const remainingFaults = [...faults];
  const requests: { query: URLSearchParams; part: number; bytes: number }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: ArrayBuffer }) => {
    const query = new URL(path, 'http://shop').searchParams;
    const part = Number(query.get('part'));
    requests.push({ query, part, bytes: body.byteLength });
    const fault = part === faultyPart ? remainingFaults.shift() : undefined;
    if (fault === 'unreachable') throw new TypeError('Failed to fetch');
    if (fault !== undefined) return Response.json({}, { status: fault });
    const isLast = part === Number(query.get('parts')) - 1;
    return isLast ? Response.json({ changed: true }) : new Response(null, { status: 204 });
  });
  const progress: number[] = [];
  const sending = sendFile('guide-1', FILE, (bytes) => progress.push(bytes));
  const [{ status }] = await Promise.allSettled([sending]);
  return { requests, progress, isPublished: status === 'fulfilled' };
};

test('sends each part once with the same upload id and the hash of the whole file', async () => {
  const { requests } = await sendTo(0, []);
  expect(requests.map(({ bytes }) => bytes)).toEqual(PART_SIZES);
  const [first] = requests;
  for (const { query, part } of requests) {
    expect(Object.fromEntries(query)).toEqual({
      file: 'guide-1',
      upload: first?.query.get('upload'),
      part: String(part),
      parts: '3',
      name: 'Ages 6-10.pdf',
      sha256: hash('sha256', BYTES),
    });
  }
});

test.each<{ name: string; faultyPart: number; faults: Fault[]; parts: number[] }>([
  {
    name: 'does not arrive the first time',
    faultyPart: 1,
    faults: ['unreachable'],
    parts: [0, 1, 1, 2],
  },
  { name: 'gets a 503 response the first time', faultyPart: 2, faults: [503], parts: [0, 1, 2, 2] },
])('publishes a file even if one part $name', async ({ faultyPart, faults, parts }) => {
  const { requests, progress, isPublished } = await sendTo(faultyPart, faults);
  expect(requests.map(({ part }) => part)).toEqual(parts);
  expect(isPublished).toBe(true);
  expect(progress).toEqual([PART_BYTES, 2 * PART_BYTES, 2.5 * PART_BYTES]);
});

test.each<{ name: string; faultyPart: number; faults: Fault[]; parts: number[] }>([
  {
    name: 'fails twice',
    faultyPart: 1,
    faults: [503, 'unreachable'],
    parts: [0, 1, 1],
  },
  { name: 'is rejected', faultyPart: 2, faults: [422], parts: [0, 1, 2] },
  { name: 'arrives after the session has expired', faultyPart: 0, faults: [401], parts: [0] },
])('stops at a part that $name', async ({ faultyPart, faults, parts }) => {
  const { requests, progress, isPublished } = await sendTo(faultyPart, faults);
  expect(requests.map(({ part }) => part)).toEqual(parts);
  expect(isPublished).toBe(false);
  expect(progress).toHaveLength(faultyPart);
});

describe('a file that differs from what the shop promises', () => {
  const SENTENCE = 'This PDF has 3 pages, but the shop promises 15.';
  const DIFFERS = { code: 'file_differs', detail: SENTENCE };

  /** Sends the file to a shop that requires confirmation. Also returns the queries sent so far. */
  const sendDifferent = async () => {
    const queries: Record<string, string>[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      const query = Object.fromEntries(new URL(path, 'http://shop').searchParams);
      queries.push(query);
      if (query['part'] !== '2') return new Response(null, { status: 204 });
      if (query['confirm'] !== '1') return Response.json(DIFFERS, { status: 409 });
      return Response.json({ changed: true });
    });
    const error = await sendFile('guide-1', FILE, () => {}).catch((thrown: unknown) => thrown);
    if (!(error instanceof FileDiffers)) throw error;
    return { error, queries };
  };

  test('publishes nothing and throws an error that describes the difference', async () => {
    const { error, queries } = await sendDifferent();
    expect(error.message).toBe(SENTENCE);
    expect(queries.map(({ part }) => part)).toEqual(['0', '1', '2']);
  });

  test('publishes the file after confirmation by resending only its last part', async () => {
    const { error, queries } = await sendDifferent();
    const lastQuery = queries.at(-1);
    expect(await error.publishAnyway()).toEqual({ changed: true });
    expect(queries.slice(3)).toEqual([{ ...lastQuery, confirm: '1' }]);
  });
});
