import { beforeEach, expect, test, vi } from 'vitest';
import { sendFile } from '../../src/admin/guides/send-file.ts';
import type { ProblemDetails } from '../../src/contract/problem.ts';
import { PART_BYTES } from '../../src/contract/guide-pdf.ts';

type Fault = 'unreachable' | (Partial<ProblemDetails> & { status: number });

const sent: string[] = [];
const uploads = new Set<string | null>();
/** The faults of the next calls, by the number of the part. */
const faults = new Map<number, Fault[]>();

vi.stubGlobal('fetch', async (path: string, { body }: { body: ArrayBuffer }) => {
  const query = new URL(path, 'http://shop').searchParams;
  const part = Number(query.get('part'));
  sent.push(`${query.get('file')} ${part}:${body.byteLength / PART_BYTES}`);
  uploads.add(query.get('upload'));
  const fault = faults.get(part)?.shift();
  if (fault === 'unreachable') throw new TypeError('Failed to fetch');
  if (fault) return Response.json(fault, { status: fault.status });
  const isLast = part === Number(query.get('parts')) - 1;
  return isLast ? Response.json({ changed: true }) : new Response(null, { status: 204 });
});
beforeEach(() => {
  sent.length = 0;
  uploads.clear();
  faults.clear();
});

/** Of three parts. */
const FILE = new File([new Uint8Array(2.5 * PART_BYTES)], 'Ages 6-10.pdf');
const [ONE, TWO, THREE] = ['guide-1 0:1', 'guide-1 1:1', 'guide-1 2:0.5'];

test('a file is sent part by part, and its progress is counted in bytes', async () => {
  const progress: number[] = [];
  const published = await sendFile('guide-1', FILE, (bytes) => progress.push(bytes / PART_BYTES));
  expect([published, sent, progress]).toEqual([{ changed: true }, [ONE, TWO, THREE], [1, 2, 2.5]]);
  expect(uploads.size).toBe(1);
});

const FAULT = { status: 503 };

test.each<[string, number, Fault[], string[], boolean]>([
  ['fails once', 1, ['unreachable'], [ONE, TWO, TWO, THREE], true],
  ['is answered by a fault once', 2, [FAULT], [ONE, TWO, THREE, THREE], true],
  ['fails twice', 1, [FAULT, 'unreachable'], [ONE, TWO, TWO], false],
  ['is refused', 2, [{ status: 422 }], [ONE, TWO, THREE], false],
  ['meets an ended session', 0, [{ status: 401 }], [ONE], false],
])('an upload of which a part %s is tried again only if that can help', async (...row) => {
  const [, part, met, expected, isPublished] = row;
  faults.set(part, [...met]);
  const [{ status }] = await Promise.allSettled([sendFile('guide-1', FILE, () => {})]);
  expect([status, sent]).toEqual([isPublished ? 'fulfilled' : 'rejected', expected]);
});
