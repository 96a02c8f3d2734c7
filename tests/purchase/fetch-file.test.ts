import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchFile } from '../../src/purchase/download.ts';

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

/** A file of 4 bytes that comes so far. */
const breaking = (part: string, more: Record<string, string> = {}, status = 200): Response => {
  const body = new ReadableStream({
    start: (stream) => {
      if (part) stream.enqueue(new TextEncoder().encode(part));
      setTimeout(() => stream.error(new Error('hung up')));
    },
  });
  return new Response(body, { status, headers: { ...headers, ...more } });
};

const ETAG = { etag: '"of the edition"' };
const rest = (text: string, status = 206): Response => new Response(text, { status });

describe('a file that breaks off on the way', () => {
  test('goes on where it stopped, as often as it comes further', async () => {
    const asked: (HeadersInit | undefined)[] = [];
    const answers = [breaking('%', ETAG), breaking('PD', ETAG, 206), rest('F')];
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      asked.push(init.headers);
      return answers.shift();
    });
    const seen: number[] = [];
    const file = await fetchFile('/file', (part) => seen.push(part));
    expect(await file.text()).toBe('%PDF');
    expect(seen).toEqual([0.25, 0.75, 1]);
    expect(asked).toEqual([
      undefined,
      { range: 'bytes=1-', 'if-range': ETAG.etag },
      { range: 'bytes=3-', 'if-range': ETAG.etag },
    ]);
  });

  test.each([
    ['that cannot be told from another edition', [breaking('%P'), rest('DF')]],
    ['of which there is another edition by now', [breaking('%P', ETAG), rest('%PDF-2', 200)]],
    ['of which not a byte came', [breaking('', ETAG), rest('%PDF')]],
    ['of which nothing more comes', [breaking('%P', ETAG), breaking('', ETAG, 206)]],
  ])('%s is none', async (_what, answers) => {
    vi.stubGlobal('fetch', async () => answers.shift());
    await expect(fetchFile('/file', () => {})).rejects.toThrow('hung up');
  });
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
