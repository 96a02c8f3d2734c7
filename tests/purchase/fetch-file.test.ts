import { afterEach, expect, test, vi } from 'vitest';
import { fetchFile } from '../../src/api/purchase.ts';

const headers = { 'content-type': 'application/pdf', 'content-length': '4' };
const answering = (response: Response) => vi.stubGlobal('fetch', async () => response);
afterEach(() => void vi.unstubAllGlobals());

test('the bytes arrive whole and the progress ends at 1', async () => {
  const seen: number[] = [];
  answering(new Response('%PDF', { headers }));
  const blob = await fetchFile('/file', (part) => seen.push(part));
  expect(await blob.text()).toBe('%PDF');
  expect(blob.type).toBe('application/pdf');
  expect(seen.at(-1)).toBe(1);
});

test('a file that breaks off on the way is none', async () => {
  const broken = new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('%P'));
      setTimeout(() => stream.error(new Error('hung up')));
    },
  });
  answering(new Response(broken, { headers }));
  await expect(fetchFile('/file', () => {})).rejects.toThrow('hung up');
});

test('a file of unknown length is read without progress', async () => {
  const seen: number[] = [];
  answering(new Response('%PDF'));
  expect((await fetchFile('/file', (part) => seen.push(part))).size).toBe(4);
  expect(seen).toEqual([]);
});

test('a file longer than its header says never passes 1', async () => {
  const seen: number[] = [];
  answering(new Response('%PDF-1.7', { headers }));
  await fetchFile('/file', (part) => seen.push(part));
  expect(Math.max(...seen)).toBe(1);
});
