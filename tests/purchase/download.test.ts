import { toast } from 'sonner';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import { outcomeWords, saveInTurn } from '../../src/purchase/download.ts';
import { collectFiles, matchProducts } from '../../src/purchase/Files.tsx';
import { fakeApi, unreachable } from './fakes.ts';

const FILES = ['one', 'two'].map((id) => ({ downloadUrl: `/${id}`, fileName: `${id}.pdf` }));
const pdf = () => new Response('%PDF', { headers: { 'content-length': '4' } });
const refused = (detail: string) => Response.json({ detail }, { status: 403 });

/** The toasts and saved files, in order. */
let steps: string[];
beforeEach(() => {
  steps = [];
  vi.useFakeTimers();
  for (const kind of ['success', 'error'] as const) {
    vi.spyOn(toast, kind).mockImplementation((title, more) =>
      steps.push(`${String(title)} / ${String(more?.description)}`),
    );
  }
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

const first = { position: 1, fileName: 'one.pdf' };

test.each([
  [2, null, 'Saved. Look in your Downloads.'],
  [0, { ...first, count: 1, fraction: 0.304 }, 'It stopped at 30%. Try again.'],
  [1, { ...first, count: 2, fraction: 0.5 }, '1 of 2 saved. one.pdf stopped at 50%. Try again.'],
])('%i saved, stopped at %o: "%s"', (saved, stoppedAt, words) => {
  expect(outcomeWords({ saved, stoppedAt, refusal: null })).toBe(words);
});

test('a file that the shop refuses has the shop’s own words', () => {
  const stoppedAt = { ...first, count: 2, fraction: 0 };
  const refusal = new ApiError(refused(''), { detail: 'This link has expired.' });
  expect(outcomeWords({ saved: 1, stoppedAt, refusal })).toBe(
    '1 of 2 saved. This link has expired.',
  );
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

const LATER = 'Failed to load product information';
const NO_MATCH = 'No matching products found for your purchase';
const NO_URLS = 'Failed to get download URLs';
const NO_FILES = 'No files available for download';

test.each([
  ['Download failed', LATER, unreachable, unreachable],
  ['Download failed', NO_MATCH, () => [], unreachable],
  ['Download failed', NO_FILES, () => products, () => ({ files: [] })],
  ['Download Error', NO_URLS, () => products, unreachable],
  ['Download Error', 'Not yours.', () => products, () => refused('Not yours.')],
])('without files the parent reads "%s", "%s"', async (title, message, listed, given) => {
  fakeApi({ '/api/products': () => ({ products: listed() }), '/api/secure-file-access': given });
  const bought = { product_type: 'individual_guide_6_10', guide_name: 'One' } as const;
  expect(await collectFiles(bought, 'cs_1')).toEqual([]);
  expect(steps).toEqual([`${title} / ${message}`]);
});

test('a bundle with one file amiss hands over the others', async () => {
  fakeApi({
    '/api/products': () => ({ products }),
    '/api/secure-file-access': (body) =>
      JSON.stringify(body).includes('one') ? unreachable() : { files: FILES.slice(1) },
  });
  const bought = { product_type: 'bundle', guide_name: 'Bundle' } as const;
  expect(await collectFiles(bought, 'cs_1')).toEqual([...FILES.slice(1), ...FILES.slice(1)]);
  expect(steps).toEqual(['Download Error / Failed to get download URLs']);
});
