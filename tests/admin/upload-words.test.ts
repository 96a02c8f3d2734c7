import { expect, test } from 'vitest';
import { describeFindings } from '../../src/admin/guides/findings.ts';
import { guessProduct } from '../../src/admin/guides/guess-product.ts';
import { progressWords, stuckWords } from '../../src/admin/guides/UploadActions.tsx';
import { adminProduct, FINDINGS } from './sample-data.ts';

const MB = 1024 * 1024;

const products = [
  adminProduct('guide-1', '6–10', 'Money-Smart-Kids-Ages-6-10.pdf'),
  adminProduct('guide-2', '11–14', 'Money-Smart-Kids-Ages-11-14.pdf'),
  adminProduct('guide-3', '15–18', 'Money-Smart-Kids-Ages-15-18.pdf'),
  adminProduct('bundle', null, 'Money-Smart-Kids-Complete-Bundle.pdf'),
];

test.each([
  ['money-smart-kids-ages-11-14 (2).PDF', 'guide-2'],
  ['Copy of Money-Smart-Kids-Complete-Bundle.pdf', 'bundle'],
  ['Draft 15–18 v3.pdf', 'guide-3'],
  ['for 6 to 10 year olds.pdf', 'guide-1'],
  ['Guide 2 final.pdf', 'guide-2'],
  ['the complete set.pdf', 'bundle'],
  ['Draft 7.pdf', null],
  ['116-101.pdf', null],
  ['6-10 and 11-14.pdf', null],
])('%s is taken for %s', (fileName, product) => {
  expect(guessProduct(fileName, products)?.id ?? null).toBe(product);
});

const MISSING = { embedded: 1, missing: ['ABCDEF+Georgia', 'Georgia', 'Arial'] };
const NO_TEXT = { embedded: 0, missing: [] };

test.each([
  ['a good file', FINDINGS, MB, []],
  ['fewer pages', { ...FINDINGS, pages: 14 }, MB, ['Pages: 14']],
  ['no title', { ...FINDINGS, title: null }, MB, ['Title: None']],
  [
    'missing fonts',
    { ...FINDINGS, fonts: MISSING },
    MB,
    ['Fonts: Not in the file: Georgia, Arial'],
  ],
  ['no text', { ...FINDINGS, fonts: NO_TEXT }, MB, ['Fonts: None: no text in it']],
  ['no tags', { ...FINDINGS, tagged: false }, MB, ['Reading aloud: Not tagged']],
  ['a large file', FINDINGS, 9 * MB, ['Size: 9.0 MB']],
])('the owner is warned of what is amiss: %s', (_what, found, bytes, warnings) => {
  const lines = describeFindings(found, bytes, { pages: 15 });
  const warned = lines.filter(({ isWarning }) => isWarning);
  expect(warned.map(({ label, value }) => `${label}: ${value}`)).toEqual(warnings);
});

test.each([
  [null, 'Choose the guide below to compare this with what the shop tells buyers.'],
  [{ pages: null }, 'Is this the whole guide?'],
  [{ pages: 15 }, 'The same as the shop tells buyers.'],
])('15 pages are compared with the product %j', (product, words) => {
  expect(describeFindings(FINDINGS, MB, product)[0]?.meaning).toBe(words);
});

const started = {
  file: new File([], 'a.pdf'),
  findings: FINDINGS,
  sha256: '',
  page: Promise.resolve(null),
  product: 'guide-1',
  sentBytes: 0,
  remainingSeconds: null,
  isStuck: true,
};
const uploading = { ...started, step: 'uploading' } as const;
const publishing = { ...started, step: 'publishing' } as const;
const waiting = { ...started, step: 'waiting', mayBeLive: false } as const;
const failed = { why: 'failed', retryInSeconds: 9 } as const;

test.each([
  [0, 2048, null, '0 of 2 KB. Working out how long this takes.'],
  [3 * MB, 17 * MB, 3, '3.0 of 17.0 MB. A few seconds left.'],
  [3 * MB, 17 * MB, 41, '3.0 of 17.0 MB. About 45 seconds left.'],
  [3 * MB, 17 * MB, 89, '3.0 of 17.0 MB. About a minute left.'],
  [3 * MB, 17 * MB, 130, '3.0 of 17.0 MB. About 2 minutes left.'],
])('%i of %i bytes with %o seconds left are put in words', (sentBytes, size, rest, words) => {
  const file = new File([new Uint8Array(size)], 'a.pdf');
  expect(progressWords({ ...uploading, file, sentBytes, remainingSeconds: rest })).toBe(words);
});

const STUCK =
  'The upload isn’t getting through. The problem is your connection or the shop. Nothing is lost:';
const KEPT = `${STUCK} the uploaded part is kept, and buyers still get the same file as before. It keeps trying, so leave this page open. You can also cancel, and resume within two days.`;
const SENT = `${STUCK} the shop has the whole file. It keeps trying, so leave this page open.`;

test.each([
  ['sends', uploading, KEPT],
  ['waits to go on', { ...waiting, wait: failed }, KEPT],
  ['is offline', { ...waiting, wait: { why: 'offline' } }, KEPT],
  ['publishes', publishing, SENT],
  ['waits to publish', { ...waiting, wait: failed, mayBeLive: true }, SENT],
  ['waits for a login', { ...waiting, wait: { why: 'logged-out' } }, null],
  ['moves', { ...uploading, isStuck: false }, null],
] as const)('an upload that is stuck explains itself while it %s', (_when, state, words) => {
  expect(stuckWords(state)).toBe(words);
});
