import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import { fetchFile } from '../../src/purchase/fetch-file.ts';
import { outcomeWords } from '../../src/purchase/download-outcome.ts';
import { saveInTurn } from '../../src/purchase/save-files.ts';
import { collectFiles, matchProducts } from '../../src/purchase/collect-files.ts';
import { collectToasts, fakeApi, unreachable } from './fakes.ts';

const FILES = ['one', 'two'].map((id) => ({ downloadUrl: `/${id}`, fileName: `${id}.pdf` }));
const pdf = () => new Response('%PDF', { headers: { 'content-length': '4' } });
const refused = (detail: string) => Response.json({ detail }, { status: 403 });

/** The toasts and saved files, in order. */
let steps: string[];
beforeEach(() => {
  steps = collectToasts();
  vi.useFakeTimers();
  const createElement = () => ({
    download: '',
    click() {
      steps.push(`saved ${this.download}`);
    },
    remove() {},
  });
  vi.stubGlobal('document', { createElement, body: { append() {} } });
});

test('files are saved one after another, half a second from start to start', async () => {
  const slowly = () => new Promise((resolve) => setTimeout(() => resolve(pdf()), 400));
  fakeApi({ '/one': slowly, '/two': pdf });
  void saveInTurn(FILES, () => {});
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(['saved one.pdf']);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps.slice(1)).toEqual([
    'saved two.pdf',
    'Download Started / 2 file(s) downloaded successfully!',
  ]);
});

const failed = (id: string) => `Download Failed / Failed to download ${id}.pdf. Please try again.`;

test('progress counts the files, and a file that fails is reported and is no success', async () => {
  fakeApi({ '/one': pdf, '/two': () => refused(''), '/three': unreachable });
  const progress: string[] = [];
  const save = async (...ids: string[]) => {
    const files = ids.map((id) => ({ downloadUrl: `/${id}`, fileName: `${id}.pdf` }));
    const ended = saveInTurn(files, ({ position, count, fraction }) =>
      progress.push(`${position}/${count} ${fraction}`),
    );
    await vi.runAllTimersAsync();
    return ended;
  };
  expect(await save('one', 'two')).toMatchObject({ saved: 1, refusal: { status: 403 } });
  expect(progress).toEqual(['1/2 0', '1/2 1', '2/2 0']);
  const success = 'Download Started / 1 file(s) downloaded successfully!';
  expect(steps).toEqual(['saved one.pdf', failed('two'), success]);
  expect(await save('three')).toMatchObject({ saved: 0, refusal: null });
  expect(steps.slice(3)).toEqual([failed('three')]);
});

const first = { position: 1, fileName: 'one.pdf', count: 2, fraction: 0.5 };
const EXPIRED = new ApiError(refused(''), { detail: 'This link has expired.' });

test.each([
  [2, null, null, 'Saved. Look in your Downloads.'],
  [0, { ...first, count: 1, fraction: 0.304 }, null, 'It stopped at 30%. Try again.'],
  [1, first, null, '1 of 2 saved. one.pdf stopped at 50%. Try again.'],
  [1, { ...first, fraction: 0 }, EXPIRED, '1 of 2 saved. This link has expired.'],
])('%i saved, stopped at %o, refused by %o: "%s"', (saved, stoppedAt, refusal, words) => {
  expect(outcomeWords({ saved, stoppedAt, refusal })).toBe(words);
});

const products = [
  { id: 'old', name: 'Three', product_type: 'individual_guide_11_14', is_active: false },
  { id: 'one', name: 'One', product_type: 'individual_guide_6_10', is_active: true },
  { id: 'two', name: 'Two', product_type: 'individual_guide_11_14', is_active: true },
  { id: 'all', name: 'Bundle', product_type: 'bundle', is_active: true },
];

test.each([
  ['the type goes before the name', 'individual_guide_11_14', 'One', ['two']],
  ['a bundle gets its own and then all on sale', 'bundle', 'Bundle', ['all', 'one', 'two']],
  ['if no type fits, the name does', 'individual_guide_15_18', 'One', ['one']],
  ['an order that fits nothing on sale gets nothing', 'individual_guide_15_18', 'Three', []],
])('%s', (_, product_type, guide_name, ids) => {
  expect(matchProducts({ product_type, guide_name }, products).map(({ id }) => id)).toEqual(ids);
});

const listed = () => ({ products });
const givesNone = () => ({ files: [] });
const givesOthers = (body: unknown) =>
  JSON.stringify(body).includes('one') ? unreachable() : { files: FILES.slice(1) };
const closed = () => refused('Not yours.');

test.each([
  ['Download failed', 'No matching products found for your purchase', 'none', () => ({})],
  ['Download failed', 'No files available for download', 'One', givesNone],
  ['Download Error', 'Failed to get download URLs', 'One', unreachable],
  ['Download Error', 'Not yours.', 'One', closed],
  // A bundle with one file amiss hands over the others.
  ['Download Error', 'Failed to get download URLs', 'bundle', givesOthers],
])('of missing files the parent reads "%s", "%s"', async (title, message, bought, given) => {
  fakeApi({ '/api/products': listed, '/api/secure-file-access': given });
  const order = { product_type: bought, guide_name: bought };
  const files = bought === 'bundle' ? [...FILES.slice(1), ...FILES.slice(1)] : [];
  expect(await collectFiles(order, 'cs_1')).toEqual(files);
  expect(steps).toEqual([`${title} / ${message}`]);
});

/** The headers of a file of 4 bytes. */
const PDF = { 'content-type': 'application/pdf', 'content-length': '4' };
const ETAG = { etag: '"of the edition"' };
const whole = (text: string, headers = {}, status = 200) => new Response(text, { status, headers });

/** A file of 4 bytes that breaks off after this part. */
const breaking = (part: string, more: Record<string, string> = {}, status = 200): Response => {
  const chunks = part ? [new TextEncoder().encode(part)] : [];
  const pull = (stream: ReadableStreamDefaultController) => {
    const chunk = chunks.pop();
    if (chunk) stream.enqueue(chunk);
    else stream.error(new Error('hung up'));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
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

test('a file that ends early without an error goes on too, and one byte short is none', async () => {
  const short = (headers = {}) => whole('%PD', { ...PDF, ...headers });
  expect(await fetchBy(short(ETAG), whole('F', {}, 206))).toMatchObject({ text: '%PDF' });
  await expect(fetchBy(short())).rejects.toThrow('ended early');
});

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
