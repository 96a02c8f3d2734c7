import { expect, test } from 'vitest';
import { describeFindings } from '../../src/admin/guides/findings.ts';
import { guessProduct } from '../../src/admin/guides/guess-product.ts';
import { progressWords, stuckWords } from '../../src/admin/guides/UploadActions.tsx';
import type { PdfFindings } from '../../src/pdf/inspect.ts';
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

test.each<[Partial<PdfFindings>, bytes: number, string[]]>([
  [{}, MB, []],
  [{ pages: 14 }, MB, ['Pages: 14']],
  [{ title: null }, MB, ['Title: None']],
  [{ fonts: MISSING }, MB, ['Fonts: Not in the file: Georgia, Arial']],
  [{ fonts: NO_TEXT }, MB, ['Fonts: None: no text in it']],
  [{ tagged: false }, MB, ['Reading aloud: Not tagged']],
  [{}, 9 * MB, ['Size: 9.0 MB']],
])('of a file with %j and %i bytes the owner is warned: %j', (found, bytes, warnings) => {
  const lines = describeFindings({ ...FINDINGS, ...found }, bytes, { pages: 15 });
  const warned = lines.filter(({ isWarning }) => isWarning);
  expect(warned.map(({ label, value }) => `${label}: ${value}`)).toEqual(warnings);
});

const started = {
  file: new File([new Uint8Array(17 * MB)], 'a.pdf'),
  findings: FINDINGS,
  sha256: '',
  page: Promise.resolve(null),
  product: 'guide-1',
  sentBytes: 3 * MB,
  remainingSeconds: null,
  isStuck: true,
};
const uploading = { ...started, step: 'uploading' } as const;
const publishing = { ...started, step: 'publishing' } as const;
const waiting = { ...started, step: 'waiting', mayBeLive: false } as const;
const failed = { why: 'failed', retryInSeconds: 9 } as const;
const offline = { why: 'offline' } as const;

test.each([
  [{ ...uploading, remainingSeconds: null }, 'Working out how long this takes.'],
  [{ ...uploading, remainingSeconds: 3 }, 'A few seconds left.'],
  [{ ...uploading, remainingSeconds: 41 }, 'About 45 seconds left.'],
  [{ ...uploading, remainingSeconds: 89 }, 'About a minute left.'],
  [{ ...uploading, remainingSeconds: 130 }, 'About 2 minutes left.'],
  [{ ...waiting, wait: failed }, 'The shop didn’t respond. Trying again in 9 seconds.'],
  [{ ...waiting, wait: offline }, 'You’re offline. The upload continues when you’re back online.'],
])('the progress of an upload is put in words: %#', (state, words) => {
  expect(progressWords(state)).toBe(`3.0 of 17.0 MB. ${words}`);
});

const KEPT = /Nothing is lost: the uploaded part is kept, and buyers still get the same file/;
const SENT = /Nothing is lost: the shop has the whole file\./;

test.each([
  ['sends', uploading, KEPT],
  ['waits to go on', { ...waiting, wait: failed }, KEPT],
  ['publishes', publishing, SENT],
  ['waits to publish', { ...waiting, wait: failed, mayBeLive: true }, SENT],
  ['waits for a login', { ...waiting, wait: { why: 'logged-out' } }, /^null$/],
  ['moves', { ...uploading, isStuck: false }, /^null$/],
] as const)('an upload that is stuck explains itself while it %s', (_when, state, words) => {
  expect(String(stuckWords(state))).toMatch(words);
});
