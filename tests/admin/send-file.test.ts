import { hash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { FileDiffers, sendFile } from '../../src/admin/guides/send-file.ts';
import { PART_BYTES } from '../../src/contract/guide-pdf.ts';

/** Of three parts. */
const BYTES = new Uint8Array(2.5 * PART_BYTES).fill(7);
const FILE = new File([BYTES], 'Ages 6-10.pdf');
const [ONE, TWO, THREE] = ['guide-1 0:1', 'guide-1 1:1', 'guide-1 2:0.5'];

/** The faulty part, and its answers before it is stored. 0 is a call that does not reach the shop. */
test.each<[what: string, part: number, faults: number[], expected: string[], boolean]>([
  ['arrives', 0, [], [ONE, TWO, THREE], true],
  ['is not reached once', 1, [0], [ONE, TWO, TWO, THREE], true],
  ['is answered by a fault once', 2, [503], [ONE, TWO, THREE, THREE], true],
  ['fails twice', 1, [503, 0], [ONE, TWO, TWO], false],
  ['is refused', 2, [422], [ONE, TWO, THREE], false],
  ['meets an ended session', 0, [401], [ONE], false],
])('an upload of which a part %s is tried again only if that can help', async (...row) => {
  const [, faulty, faults, expected, isPublished] = row;
  const sent: string[] = [];
  const uploads = new Set<string | null>();
  const hashes = new Set<string | null>();
  const answers = [...faults];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: ArrayBuffer }) => {
    const query = new URL(path, 'http://shop').searchParams;
    const part = Number(query.get('part'));
    sent.push(`${query.get('file')} ${part}:${body.byteLength / PART_BYTES}`);
    uploads.add(query.get('upload'));
    hashes.add(query.get('sha256'));
    const fault = part === faulty ? answers.shift() : undefined;
    if (fault === 0) throw new TypeError('Failed to fetch');
    if (fault !== undefined) return Response.json({}, { status: fault });
    const isLast = part === Number(query.get('parts')) - 1;
    return isLast ? Response.json({ changed: true }) : new Response(null, { status: 204 });
  });
  const progress: number[] = [];
  const sending = sendFile('guide-1', FILE, (bytes) => progress.push(bytes / PART_BYTES));
  const [{ status }] = await Promise.allSettled([sending]);
  expect([status, sent]).toEqual([isPublished ? 'fulfilled' : 'rejected', expected]);
  expect(progress).toEqual([1, 2, 2.5].slice(0, isPublished ? 3 : faulty));
  expect(uploads.size).toBe(1);
  expect([...hashes], 'the whole file’s').toEqual([hash('sha256', BYTES)]);
});

describe('a file that differs from what the shop promises', () => {
  const SENTENCE = 'This PDF has 3 pages, but the shop promises 15.';
  const DIFFERS = { code: 'file_differs', detail: SENTENCE };

  /** Sends the file to a shop that asks for a confirmation. `queries` are those sent so far. */
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

  test('is not published, and the error says what differs', async () => {
    const { error, queries } = await sendDifferent();
    expect(error.message).toBe(SENTENCE);
    expect(queries.map(({ part }) => part)).toEqual(['0', '1', '2']);
  });

  test('is published by sending only its last part again', async () => {
    const { error, queries } = await sendDifferent();
    const asked = queries.at(-1);
    expect(await error.publishAnyway()).toEqual({ changed: true });
    expect(queries.slice(3)).toEqual([{ ...asked, confirm: '1' }]);
  });
});
