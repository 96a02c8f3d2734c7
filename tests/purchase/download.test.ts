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

/** A press of the button. `memory` is what earlier presses have done. */
const press = (ids: readonly string[], memory = createMemory(), onProgress = noProgress) =>
  saveInTurn(filesOf(...ids), { memory, position: 'bottom-right', onProgress });

const noProgress = (_progress: DownloadProgress): void => {};

/** Lets all timers run until the press has ended. */
const ended = async <T>(pressed: Promise<T>): Promise<T> => {
  await vi.runAllTimersAsync();
  return pressed;
};

const failed = (id: string) => `Download Failed / Failed to download ${id}.pdf. Please try again.`;
const success = (count: number) => `Download Started / ${count} file(s) downloaded successfully!`;

test('saves files one after another, half a second from start to start', async () => {
  const slowly = () => new Promise((resolve) => setTimeout(() => resolve(pdf()), 400));
  fakeApi({ '/one': slowly, '/two': pdf });
  void press(['one', 'two']);
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(['saved one.pdf']);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps.slice(1)).toEqual(['saved two.pdf', success(2)]);
});

test('reports the position and the fraction of the current file', async () => {
  fakeApi({ '/one': pdf, '/two': pdf });
  const progress: string[] = [];
  await ended(
    press(['one', 'two'], createMemory(), ({ position, count, fraction }) =>
      progress.push(`${position}/${count} ${fraction}`),
    ),
  );
  expect(progress).toEqual(['1/2 0', '1/2 1', '2/2 0', '2/2 1']);
});

test('reports a file that the shop refuses, and goes on', async () => {
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

test('saves only the files that an earlier press did not save', async () => {
  const memory = createMemory();
  fakeApi({ '/one': pdf, '/two': unreachable });
  await ended(press(['one', 'two'], memory));
  steps.length = 0;
  fakeApi({ '/one': pdf, '/two': pdf });
  expect(await ended(press(['one', 'two'], memory))).toMatchObject({ count: 2, saved: 2 });
  expect(steps).toEqual(['saved two.pdf', success(1)]);
});

test('saves all files again after a press that saved all', async () => {
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

  test('says what a browser may ask about several files, and how to get those that it held back', () => {
    expect(wordsOf({ count: 4, saved: 4 })).toBe(
      '4 of 4 saved. If your browser asks about several files, choose Allow. If one is missing, reload this page and use its link.',
    );
  });

  test('counts the files that failed', () => {
    const words = wordsOf({ count: 4, saved: 1, failedAt: [0.4, 0, 0] });
    expect(words).toMatch(/^1 of 4 saved. 3 didn’t download. /);
  });

  test('says how far a single file came', () => {
    expect(wordsOf({ failedAt: [0.304] })).toMatch(/^It stopped at 30%. /);
  });

  test('says that a single file never began', () => {
    expect(wordsOf({ failedAt: [0] })).toBe('It didn’t download. Try again.');
  });

  test.each([
    { count: 1, saved: 0, says: 'This link has expired.' },
    { count: 2, saved: 1, says: '1 of 2 saved. 1 didn’t download. This link has expired.' },
  ])('prefers the shop’s reason ($count files)', ({ says, ...counts }) => {
    expect(wordsOf({ ...counts, failedAt: [0], refusal: EXPIRED })).toBe(says);
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
  JSON.stringify(body).includes('one') ? unreachable() : { files: filesOf('two') };
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
  const files = bought === 'bundle' ? [...filesOf('two'), ...filesOf('two')] : [];
  expect(await collectFiles(order, 'cs_1', 'bottom-right')).toEqual(files);
  expect(steps).toEqual([`${title} / ${message}`]);
});
