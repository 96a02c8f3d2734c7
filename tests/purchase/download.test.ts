import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Access,
  downloadAll,
  downloads,
  NO_DOWNLOADS,
  refreshLinks,
} from '../../src/purchase/download.ts';
import { type ListedProduct, matchProducts } from '../../src/purchase/files.ts';
import { fakeApi, unreachable } from './fake-api.ts';

const products: ListedProduct[] = [
  { id: 'one', name: 'One', product_type: 'individual_guide_6_10', is_active: true },
  { id: 'two', name: 'Two', product_type: 'individual_guide_11_14', is_active: true },
];
const bundle: Access = {
  sessionId: 'cs_1',
  order: { product_type: 'bundle', guide_name: 'Bundle' },
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
beforeEach(() => {
  steps = [];
  vi.useFakeTimers();
  downloads.set(NO_DOWNLOADS);
  const tell: typeof toast.error = (title, more) => {
    steps.push([title, more?.description].filter(Boolean).join(' / '));
    return 0;
  };
  vi.spyOn(toast, 'error').mockImplementation(tell);
  vi.spyOn(toast, 'success').mockImplementation(tell);
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

async function download(access: Access | null): Promise<void> {
  const ended = downloadAll(access);
  await vi.runAllTimersAsync();
  await ended;
}

test('files are saved one after another with half a second between them', async () => {
  answering();
  const ended = downloadAll(bundle);
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
  await download(bundle);
  expect(steps.filter((step) => step.startsWith('Download Started'))).toEqual([]);
});

test('without access the download is refused before anything is asked', async () => {
  fakeApi({});
  await download(null);
  expect(steps).toEqual(['Please complete your purchase first.']);
});

test('a bundle with one file amiss hands over the others', async () => {
  answering({
    [ACCESS]: (body) => (JSON.stringify(body).includes('one') ? refusal() : filesOf(body)),
  });
  await download(bundle);
  expect(steps).toEqual([
    'Download Error / Failed to get download URLs',
    'saved two.pdf',
    'Download Started / 1 file(s) downloaded successfully!',
  ]);
});

test('a second click during a download does nothing', async () => {
  answering();
  await Promise.all([download(bundle), download(bundle)]);
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
  await download(bundle);
  unsubscribe();
  expect(seen).toEqual(['1/2 0', '1/2 0.5', '1/2 1', '2/2 0', '2/2 1']);
  expect(downloads.get()).toMatchObject({ busy: false, progress: null });
});

test('the archive is one more link, not one more download', async () => {
  const archive = { downloadUrl: '/all', fileName: 'All.zip' };
  answering({ [ACCESS]: (body) => ({ ...filesOf(body), archive }) });
  await download(bundle);
  expect(downloads.get().archive).toEqual(archive);
  expect(steps.filter((step) => step.startsWith('saved'))).toEqual([
    'saved one.pdf',
    'saved two.pdf',
  ]);
});

test('links that cannot be renewed stay as they were', async () => {
  answering();
  await refreshLinks(bundle);
  answering({ [LIST]: unreachable });
  await refreshLinks(bundle);
  expect(downloads.get().files?.map((file) => file.fileName)).toEqual(['one.pdf', 'two.pdf']);
});

test('links that were never had are an empty list, not a wait without end', async () => {
  answering({ [LIST]: unreachable });
  await refreshLinks(bundle);
  expect(downloads.get().files).toEqual([]);
});

test.each([
  ['the type goes before the name', 'individual_guide_11_14', 'One', ['two']],
  ['what fits nothing on sale gets nothing', 'individual_guide_15_18', 'Three', []],
])('%s', (_, product_type, guide_name, ids) => {
  const retired = { id: 'old', name: 'Three', product_type: 'individual_guide_11_14' };
  const all = [{ ...retired, is_active: false }, ...products];
  expect(matchProducts({ product_type, guide_name }, all).map(({ id }) => id)).toEqual(ids);
});
