import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicOrder } from '../../src/contract/orders.ts';
import { NO_DOWNLOADS, downloadAll, downloads, findLinks } from '../../src/purchase/download.ts';
import { type ListedProduct, matchProducts } from '../../src/purchase/files.ts';
import type { Links } from '../../src/purchase/purchase.ts';
import type { PurchaseView } from '../../src/purchase/watch.ts';
import { createStore } from '../../src/store/store.ts';
import { takeMessages } from '../../src/toasts/say.ts';
import { fakeApi, unreachable } from './fake-api.ts';

const products: ListedProduct[] = [
  { id: 'one', name: 'One', product_type: 'individual_guide_6_10', is_active: true },
  { id: 'two', name: 'Two', product_type: 'individual_guide_11_14', is_active: true },
];
const order: PublicOrder = {
  stripe_session_id: 'cs_1',
  status: 'paid',
  amount: 1999,
  currency: 'USD',
  product_type: 'bundle',
  guide_name: 'Bundle',
  created_at: '2026-01-01T00:00:00Z',
};
const LIST = '/api/products';
const ACCESS = '/api/secure-file-access';
const filesOf = (body: unknown) => {
  const { product_id: id } = body as { product_id: string };
  return { files: [{ downloadUrl: `/${id}`, fileName: `${id}.pdf` }] };
};
const pdf = () => new Response('%PDF', { headers: { 'content-length': '4' } });
const refusal = (detail?: string) => Response.json({ detail }, { status: 403 });

let steps: string[];
let view = createStore<PurchaseView>({ step: 'none' });
beforeEach(() => {
  steps = [];
  view = createStore<PurchaseView>({ step: 'paid', order, links: null });
  const refresh = async () => void steps.push('looked again');
  vi.stubGlobal('window', { purchase: { sessionId: 'cs_1', view, refresh } });
  vi.stubGlobal('dispatchEvent', () => {
    for (const { title, message } of takeMessages())
      steps.push([title, message].filter(Boolean).join(' / '));
  });
  vi.useFakeTimers();
  downloads.set(NO_DOWNLOADS);
  const createElement = () => {
    const link = { download: '', click: () => steps.push(`saved ${link.download}`), remove() {} };
    return link;
  };
  vi.stubGlobal('document', { createElement, body: { append() {} } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The shop answers as it should, but for these routes. */
function answering(changes: Parameters<typeof fakeApi>[0] = {}): void {
  fakeApi({
    [LIST]: () => ({ products }),
    [ACCESS]: filesOf,
    '/one': pdf,
    '/two': pdf,
    ...changes,
  });
}

const linksNow = (): Links | null => {
  const now = view.get();
  return now.step === 'paid' ? now.links : null;
};

async function download(): Promise<void> {
  const ended = downloadAll();
  await vi.runAllTimersAsync();
  await ended;
}

test('files are saved one after another with half a second between them', async () => {
  answering();
  const ended = downloadAll();
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(['saved one.pdf']);
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(steps.slice(1)).toEqual([
    'saved two.pdf',
    'Download Started / 2 file(s) downloaded successfully!',
  ]);
});

test('nothing saved is no success', async () => {
  answering({ '/one': unreachable, '/two': unreachable });
  await download();
  expect(steps.filter((step) => step.startsWith('Download Started'))).toEqual([]);
});

test('without access the download is refused before anything is asked', async () => {
  fakeApi({});
  view.set({ step: 'checking', after: 'start' });
  await download();
  expect(steps).toEqual(['Please complete your purchase first.']);
});

test('a bundle with one file amiss hands over the others', async () => {
  answering({
    [ACCESS]: (body) => (JSON.stringify(body).includes('one') ? refusal() : filesOf(body)),
  });
  await download();
  expect(steps).toEqual([
    'Download Error / Failed to get download URLs',
    'saved two.pdf',
    'Download Started / 1 file(s) downloaded successfully!',
  ]);
});

test('a second click during a download does nothing', async () => {
  answering();
  await Promise.all([download(), download()]);
  expect(steps.filter((step) => step.startsWith('saved'))).toHaveLength(2);
});

test('progress counts the files and ends with the download', async () => {
  const halves = new ReadableStream({
    start(stream) {
      for (const half of ['%P', 'DF']) stream.enqueue(new TextEncoder().encode(half));
      stream.close();
    },
  });
  answering({ '/one': () => new Response(halves, { headers: { 'content-length': '4' } }) });
  const seen: string[] = [];
  const unsubscribe = downloads.subscribe(() => {
    const { progress } = downloads.get();
    if (progress) seen.push(`${progress.position}/${progress.count} ${progress.fraction}`);
  });
  await download();
  unsubscribe();
  expect(seen).toEqual(['1/2 0', '1/2 0.5', '1/2 1', '2/2 0', '2/2 1']);
  expect(downloads.get()).toMatchObject({ busy: false, progress: null });
});

test('links that the page has are used without asking, as long as they are good', async () => {
  const links = {
    files: [{ downloadUrl: '/one', fileName: 'one.pdf' }],
    goodUntil: Date.now() + 1,
  };
  view.set({ step: 'paid', order, links });
  fakeApi({ '/one': pdf });
  await download();
  expect(steps).toEqual(['saved one.pdf', 'Download Started / 1 file(s) downloaded successfully!']);
  answering();
  await download();
  expect(linksNow()?.files.map(({ fileName }) => fileName)).toEqual(['one.pdf', 'two.pdf']);
});

test('links that cannot be renewed stay as they were', async () => {
  answering();
  await findLinks();
  answering({ [LIST]: unreachable });
  await findLinks();
  expect(linksNow()?.files.map((file) => file.fileName)).toEqual(['one.pdf', 'two.pdf']);
});

test('links that were never had are an empty list, not a wait without end', async () => {
  answering({ [LIST]: unreachable });
  await findLinks();
  expect(linksNow()?.files).toEqual([]);
});

test('a file that is refused makes the page look at the order again', async () => {
  answering({ '/one': () => refusal() });
  await download();
  expect(steps.at(-1)).toBe('looked again');
});

test('what a file takes is not waited for on top of the pause', async () => {
  answering({ '/one': () => new Promise((resolve) => setTimeout(() => resolve(pdf()), 400)) });
  const ended = downloadAll();
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(['saved one.pdf']);
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(steps).toContain('saved two.pdf');
});

test.each([
  ['the type goes before the name', 'individual_guide_11_14', 'One', ['two']],
  ['a bundle gets all on sale, and first its own', 'bundle', 'Bundle', ['all', 'one', 'two']],
  ['what fits nothing on sale gets nothing', 'individual_guide_15_18', 'Three', []],
])('%s', (_, product_type, guide_name, ids) => {
  const retired = { id: 'old', name: 'Three', product_type: 'individual_guide_11_14' };
  const bundle = { id: 'all', name: 'Bundle', product_type: 'bundle', is_active: true };
  const all = [{ ...retired, is_active: false }, ...products, bundle];
  expect(matchProducts({ product_type, guide_name }, all).map(({ id }) => id)).toEqual(ids);
});
