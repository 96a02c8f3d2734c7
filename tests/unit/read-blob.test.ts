import { expect, test } from 'vitest';
import { readBlob } from '../../src/api/read-blob.ts';

const headers = { 'content-type': 'application/pdf', 'content-length': '4' };

test('the bytes arrive whole and the progress ends at 1', async () => {
  const seen: number[] = [];
  const blob = await readBlob(new Response('%PDF', { headers }), (part) => seen.push(part));
  expect(await blob.text()).toBe('%PDF');
  expect(blob.type).toBe('application/pdf');
  expect(seen.at(-1)).toBe(1);
});

test('a file of unknown length is read without progress', async () => {
  const seen: number[] = [];
  const blob = await readBlob(new Response('%PDF'), (part) => seen.push(part));
  expect(blob.size).toBe(4);
  expect(seen).toEqual([]);
});

test('a file longer than its header says never passes 1', async () => {
  const seen: number[] = [];
  await readBlob(new Response('%PDF-1.7', { headers }), (part) => seen.push(part));
  expect(Math.max(...seen)).toBe(1);
});
