import { expect, test, vi } from 'vitest';
import { fetchFile } from '../../src/purchase/download.ts';

const PDF = { 'content-type': 'application/pdf', 'content-length': '4' };
const ETAG = { etag: '"of the edition"' };
const whole = (text: string, headers = {}, status = 200) => new Response(text, { status, headers });

/** A file of 4 bytes that comes so far. It breaks off soon after it is made. */
const breaking = (part: string, more: Record<string, string> = {}, status = 200): Response => {
  const body = new ReadableStream({
    start: (stream) => {
      if (part) stream.enqueue(new TextEncoder().encode(part));
      setTimeout(() => stream.error(new Error('hung up')));
    },
  });
  return new Response(body, { status, headers: { ...PDF, ...more } });
};

/** Fetches a file by these answers, one after another. */
const fetchBy = async (...answers: Response[]) => {
  const asked: (HeadersInit | undefined)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    asked.push(headers);
    return answers.shift();
  });
  const progress: number[] = [];
  const file = await fetchFile('/file', (part) => progress.push(part));
  return { type: file.type, text: await file.text(), progress, asked };
};

test('a file of unknown length arrives whole, without progress', async () => {
  expect(await fetchBy(whole('%PDF'))).toMatchObject({ text: '%PDF', progress: [] });
});

test('a file that breaks off goes on where it stopped, as often as it comes further', async () => {
  const rest = whole('F', {}, 206);
  const answers = [breaking('%', ETAG), breaking('PD', ETAG, 206), rest];
  const again = (range: string) => ({ range, 'if-range': ETAG.etag });
  expect(await fetchBy(...answers)).toEqual({
    type: 'application/pdf',
    text: '%PDF',
    progress: [0.25, 0.75, 1],
    asked: [undefined, again('bytes=1-'), again('bytes=3-')],
  });
});

test.each([
  ['cannot be distinguished from another edition', () => [breaking('%P'), whole('DF', {}, 206)]],
  ['is another edition by now', () => [breaking('%P', ETAG), whole('%PDF-2')]],
  ['never began', () => [breaking('', ETAG), whole('%PDF', {}, 206)]],
  ['comes no further', () => [breaking('%P', ETAG), breaking('', ETAG, 206), whole('DF', {}, 206)]],
])('a file that breaks off and %s is none', async (_what, answers) => {
  await expect(fetchBy(...answers())).rejects.toThrow('hung up');
});
