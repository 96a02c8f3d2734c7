import { expect, test, vi } from 'vitest';
import { createDownloads, type DownloadCalls } from '../../src/purchase/download.ts';
import type { ListedProduct } from '../../src/purchase/match-products.ts';

const products: ListedProduct[] = [
  { id: 'one', name: 'One', product_type: 'individual_guide_6_10', is_active: true },
  { id: 'two', name: 'Two', product_type: 'individual_guide_11_14', is_active: true },
];
const bundle = {
  sessionId: 'cs_1',
  order: { product_type: 'bundle', guide_name: 'Bundle' },
} as const;
const single = {
  sessionId: 'cs_1',
  order: { product_type: 'individual_guide_15_18', guide_name: 'Three' },
} as const;

function setUp(changes: Partial<DownloadCalls> = {}) {
  const steps: string[] = [];
  const calls: DownloadCalls = {
    listProducts: async () => ({ products }),
    requestFiles: async (id) => ({ files: [{ downloadUrl: `/${id}`, fileName: `${id}.pdf` }] }),
    fetchFile: async () => new Blob(),
    saveFile: (_, name) => void steps.push(`saved ${name}`),
    pause: async (ms) => void steps.push(`paused ${ms}`),
    detailOf: () => null,
    tellError: (title, message = '') => void steps.push(`${title} / ${message}`),
    tellSuccess: (title, message) => void steps.push(`${title} / ${message}`),
    ...changes,
  };
  return { steps, ...createDownloads(calls) };
}

const refuse = async () => Promise.reject(new Error('no'));

test('files are saved one after another with half a second between them', async () => {
  const { downloadAll, steps } = setUp();
  await downloadAll(bundle);
  expect(steps).toEqual([
    'saved one.pdf',
    'paused 500',
    'saved two.pdf',
    'Download Started / 2 file(s) downloaded successfully!',
  ]);
});

test('a file that fails is told and the next one is still saved', async () => {
  const { downloadAll, steps } = setUp({
    fetchFile: async (url) => (url === '/one' ? refuse() : new Blob()),
  });
  await downloadAll(bundle);
  expect(steps).toEqual([
    'Download Failed / Failed to download one.pdf. Please try again.',
    'paused 500',
    'saved two.pdf',
    'Download Started / 1 file(s) downloaded successfully!',
  ]);
});

test('nothing saved is no success', async () => {
  const { downloadAll, steps } = setUp({ fetchFile: refuse });
  await downloadAll(bundle);
  expect(steps.filter((step) => step.startsWith('Download Started'))).toEqual([]);
});

test('without access the download is refused before anything is asked', async () => {
  const listProducts = vi.fn<DownloadCalls['listProducts']>(refuse);
  const { downloadAll, steps } = setUp({ listProducts });
  await downloadAll(null);
  expect(steps).toEqual(['Please complete your purchase first. / ']);
  expect(listProducts).not.toHaveBeenCalled();
});

test.each([
  [
    'products cannot be listed',
    bundle,
    { listProducts: refuse },
    'Failed to load product information',
  ],
  ['no product fits the order', single, {}, 'No matching products found for your purchase'],
  [
    'no product has a file',
    bundle,
    { requestFiles: async () => ({ files: [] }) },
    'No files available for download',
  ],
])('when %s the buyer is told so', async (_, access, changes, message) => {
  const { downloadAll, steps } = setUp(changes);
  await downloadAll(access);
  expect(steps).toEqual([`Download failed / ${message}`]);
});

test('a refusal is told in the words of the answer, or in our own', async () => {
  const silent = setUp({ requestFiles: refuse });
  await silent.downloadAll(bundle);
  expect(silent.steps).toEqual(['Download Error / Failed to get download URLs']);

  const wordy = setUp({ requestFiles: refuse, detailOf: () => 'This order was refunded.' });
  await wordy.downloadAll(bundle);
  expect(wordy.steps).toEqual(['Download Error / This order was refunded.']);
});

test('a bundle with one file amiss hands over the others', async () => {
  const { downloadAll, steps } = setUp({
    requestFiles: async (id) =>
      id === 'one' ? refuse() : { files: [{ downloadUrl: '/two', fileName: 'two.pdf' }] },
  });
  await downloadAll(bundle);
  expect(steps).toEqual([
    'Download Error / Failed to get download URLs',
    'saved two.pdf',
    'Download Started / 1 file(s) downloaded successfully!',
  ]);
});

test('a second press during a download does nothing', async () => {
  const { downloadAll, steps } = setUp();
  await Promise.all([downloadAll(bundle), downloadAll(bundle)]);
  expect(steps.filter((step) => step.startsWith('saved'))).toHaveLength(2);
});

test('progress counts the files and ends with the download', async () => {
  const { downloadAll, state } = setUp({
    fetchFile: async (_, onProgress) => {
      onProgress(0.5);
      return new Blob();
    },
  });
  const seen: string[] = [];
  state.subscribe(() => {
    const { progress } = state.get();
    if (progress) seen.push(`${progress.position}/${progress.count} ${progress.fraction}`);
  });
  await downloadAll(bundle);
  expect(seen).toEqual(['1/2 0', '1/2 0.5', '2/2 0', '2/2 0.5']);
  expect(state.get()).toMatchObject({ busy: false, progress: null });
});

test('the archive is one more link, not one more download', async () => {
  const archive = { downloadUrl: '/all', fileName: 'All.zip' };
  const { downloadAll, state, steps } = setUp({
    requestFiles: async (id) => ({
      files: [{ downloadUrl: `/${id}`, fileName: `${id}.pdf` }],
      ...(id === 'two' && { archive }),
    }),
  });
  await downloadAll(bundle);
  expect(state.get().archive).toEqual(archive);
  expect(steps.filter((step) => step.startsWith('saved'))).toEqual([
    'saved one.pdf',
    'saved two.pdf',
  ]);
});

test('links that cannot be renewed stay as they were', async () => {
  let online = true;
  const listProducts = async () => (online ? { products } : refuse());
  const { refreshLinks, state } = setUp({ listProducts });
  await refreshLinks(bundle);
  online = false;
  await refreshLinks(bundle);
  expect(state.get().files?.map((file) => file.fileName)).toEqual(['one.pdf', 'two.pdf']);
});

test('links that were never had are an empty list, not a wait without end', async () => {
  const { refreshLinks, state } = setUp({ listProducts: refuse });
  await refreshLinks(bundle);
  expect(state.get().files).toEqual([]);
});
