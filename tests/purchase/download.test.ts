import { guideLink } from '../guide-link.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import {
  type DownloadOutcome,
  type DownloadProgress,
  outcomeWords,
} from '../../src/purchase/download-outcome.ts';
import { createMemory, saveInTurn } from '../../src/purchase/save-files.ts';
import { collectFiles, matchProducts } from '../../src/purchase/collect-files.ts';
import { collectToasts, fakeApi, unreachable } from './fakes.ts';

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
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  const document = { visibilityState: 'visible', createElement, body: { append() {} } };
  vi.stubGlobal('document', Object.assign(new EventTarget(), document));
});

const filesOf = (...ids: string[]) => ids.map((id) => guideLink(`/${id}`, `${id}.pdf`));

/** Presses the download button. `memory` records what earlier presses have saved. */
const press = (ids: readonly string[], memory = createMemory(), onProgress = noProgress) =>
  saveInTurn(filesOf(...ids), { memory, position: 'bottom-right', onProgress });

const noProgress = (_progress: DownloadProgress): void => {};

/** Runs all timers until the download has ended. */
const ended = async <T>(pressed: Promise<T>): Promise<T> => {
  await vi.runAllTimersAsync();
  return pressed;
};

const failed = (id: string) => `Download Failed / Failed to download ${id}.pdf. Please try again.`;
const success = (count: number) => `Download Started / ${count} file(s) downloaded successfully!`;

test('saves the files half a second apart', async () => {
  const slowly = () => new Promise((resolve) => setTimeout(() => resolve(pdf()), 400));
  fakeApi({ '/one': slowly, '/two': pdf });
  void press(['one', 'two']);
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(['saved one.pdf']);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps.slice(1)).toEqual(['saved two.pdf', success(2)]);
});

test('reports the position and the progress of the current file', async () => {
  fakeApi({ '/one': pdf, '/two': pdf });
  const progress: DownloadProgress[] = [];
  await ended(press(['one', 'two'], createMemory(), (reported) => progress.push(reported)));
  expect(progress).toMatchObject([
    { position: 1, count: 2, fraction: 0 },
    { position: 1, count: 2, fraction: 1 },
    { position: 2, count: 2, fraction: 0 },
    { position: 2, count: 2, fraction: 1 },
  ]);
});

test('reports a file that the shop refuses and continues with the next', async () => {
  fakeApi({ '/one': () => refused(''), '/two': pdf });
  const outcome = await ended(press(['one', 'two']));
  expect(outcome).toMatchObject({ count: 2, saved: 1, failedAt: [0], refusal: { status: 403 } });
  expect(steps).toEqual([failed('one'), 'saved two.pdf', success(1)]);
});

test('reports no success if no file was saved', async () => {
  fakeApi({ '/one': unreachable });
  expect(await ended(press(['one']))).toMatchObject({ saved: 0, failedAt: [0], refusal: null });
  expect(steps).toEqual([failed('one')]);
});

test('saves only the files that an earlier click did not save', async () => {
  const memory = createMemory();
  fakeApi({ '/one': pdf, '/two': unreachable });
  await ended(press(['one', 'two'], memory));
  steps.length = 0;
  fakeApi({ '/one': pdf, '/two': pdf });
  expect(await ended(press(['one', 'two'], memory))).toMatchObject({ count: 2, saved: 2 });
  expect(steps).toEqual(['saved two.pdf', success(1)]);
});

test('saves all files again if an earlier click saved all of them', async () => {
  const memory = createMemory();
  fakeApi({ '/one': pdf, '/two': pdf });
  await ended(press(['one', 'two'], memory));
  steps.length = 0;
  await ended(press(['one', 'two'], memory));
  expect(steps).toEqual(['saved one.pdf', 'saved two.pdf', success(2)]);
});

const EXPIRED = new ApiError(refused(''), { detail: 'This link has expired.' });

const wordsOf = (outcome: Partial<DownloadOutcome>): string =>
  outcomeWords({ count: 1, saved: 0, failedAt: [], refusal: null, ...outcome });

describe('outcomeWords', () => {
  test('says where a saved file is', () => {
    expect(wordsOf({ saved: 1 })).toMatch(/^Saved. Look in your Downloads. /);
  });

  test('says what to do about a browser prompt and about a missing file', () => {
    expect(wordsOf({ count: 4, saved: 4 })).toBe(
      '4 of 4 saved. If your browser asks about several files, choose Allow. ' +
        'If one is missing, reload this page and use its link.',
    );
  });

  test('counts the files that failed', () => {
    const words = wordsOf({ count: 4, saved: 1, failedAt: [0.4, 0, 0] });
    expect(words).toMatch(/^1 of 4 saved. 3 didn’t download. /);
  });

  test('says how much of a single file was downloaded', () => {
    expect(wordsOf({ failedAt: [0.304] })).toMatch(/^It stopped at 30%. /);
  });

  test('says that a single file did not download at all', () => {
    expect(wordsOf({ failedAt: [0] })).toBe('It didn’t download. Try again.');
  });

  test.each([
    { name: 'the only file', count: 1, saved: 0, text: 'This link has expired.' },
    {
      name: 'one of two files',
      count: 2,
      saved: 1,
      text: '1 of 2 saved. 1 didn’t download. This link has expired.',
    },
  ])('gives the shop’s reason for refusing $name', ({ count, saved, text }) => {
    expect(wordsOf({ count, saved, failedAt: [0], refusal: EXPIRED })).toBe(text);
  });

  test('says that nothing was saved if there are no files', () => {
    expect(wordsOf({ count: 0 })).toBe('Nothing was saved. Try again.');
  });
});

const products = [
  { id: 'old', name: 'Three', product_type: 'individual_guide_11_14', is_active: false },
  { id: 'one', name: 'One', product_type: 'individual_guide_6_10', is_active: true },
  { id: 'two', name: 'Two', product_type: 'individual_guide_11_14', is_active: true },
  { id: 'all', name: 'Bundle', product_type: 'bundle', is_active: true },
];

test.each([
  {
    name: 'the product with the same type, even if another product has the same name',
    product_type: 'individual_guide_11_14',
    guide_name: 'One',
    ids: ['two'],
  },
  {
    name: 'the bundle and all guides for sale if the order is for the bundle',
    product_type: 'bundle',
    guide_name: 'Bundle',
    ids: ['all', 'one', 'two'],
  },
  {
    name: 'the product with the same name if no product has the same type',
    product_type: 'individual_guide_15_18',
    guide_name: 'One',
    ids: ['one'],
  },
  {
    name: 'no product if only an inactive product has the same name',
    product_type: 'individual_guide_15_18',
    guide_name: 'Three',
    ids: [],
  },
])('matches an order to $name', ({ product_type, guide_name, ids }) => {
  expect(matchProducts({ product_type, guide_name }, products).map(({ id }) => id)).toEqual(ids);
});

const NO_MATCH = 'Download failed / No matching products found for your purchase';
const NO_FILES = 'Download failed / No files available for download';
const NO_LINKS = 'Download Error / Failed to get download URLs';

test.each([
  {
    name: 'no product matches the order',
    productType: 'none',
    respond: () => ({}),
    toastText: NO_MATCH,
  },
  {
    name: 'a product has no files',
    productType: 'One',
    respond: () => ({ files: [] }),
    toastText: NO_FILES,
  },
  {
    name: 'the request for links fails',
    productType: 'One',
    respond: unreachable,
    toastText: NO_LINKS,
  },
  {
    name: 'the shop refuses to return links',
    productType: 'One',
    respond: () => refused('Not yours.'),
    toastText: 'Download Error / Not yours.',
  },
])('shows a toast if $name', async ({ productType, respond, toastText }) => {
  fakeApi({ '/api/products': () => ({ products }), '/api/secure-file-access': respond });
  const order = { product_type: productType, guide_name: productType };
  expect(await collectFiles(order, 'cs_1', 'bottom-right')).toEqual([]);
  expect(steps).toEqual([toastText]);
});

test('returns the other files of a bundle if the link request for one file fails', async () => {
  const respond = (body: unknown) =>
    JSON.stringify(body).includes('one') ? unreachable() : { files: filesOf('two') };
  fakeApi({ '/api/products': () => ({ products }), '/api/secure-file-access': respond });
  const order = { product_type: 'bundle', guide_name: 'bundle' };
  expect(await collectFiles(order, 'cs_1', 'bottom-right')).toEqual([
    ...filesOf('two'),
    ...filesOf('two'),
  ]);
  expect(steps).toEqual([NO_LINKS]);
});
