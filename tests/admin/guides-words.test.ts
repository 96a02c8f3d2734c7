import { describe, expect, test } from 'vitest';
import { timeWords } from '../../src/admin/guides/AnnouncementForm.tsx';
import { fileSize } from '../../src/admin/guides/file-size.ts';
import { describeFindings } from '../../src/admin/guides/findings.ts';
import { guessProduct } from '../../src/admin/guides/guess-product.ts';
import { guidesNewerThan } from '../../src/admin/guides/OldBundle.tsx';
import { progressWords, stuckWords } from '../../src/admin/guides/UploadActions.tsx';
import type { CurrentEdition, GuideFiles } from '../../src/contract/guide-files.ts';
import type { PdfFindings } from '../../src/pdf/inspect.ts';
import { adminProduct, FINDINGS } from './checked-file.ts';

const MB = 1024 * 1024;

const products = [
  adminProduct('guide-1', '6–10', 'Money-Smart-Kids-Ages-6-10.pdf'),
  adminProduct('guide-2', '11–14', 'Money-Smart-Kids-Ages-11-14.pdf'),
  adminProduct('guide-3', '15–18', 'Money-Smart-Kids-Ages-15-18.pdf'),
  adminProduct('bundle', null, 'Money-Smart-Kids-Complete-Bundle.pdf'),
];

test.each([
  ['Money-Smart-Kids-Ages-6-10.pdf', 'guide-1'],
  ['money-smart-kids-ages-11-14 (2).PDF', 'guide-2'],
  ['Copy of Money-Smart-Kids-Complete-Bundle.pdf', 'bundle'],
  ['Draft 15–18 v3.pdf', 'guide-3'],
  ['for 6 to 10 year olds.pdf', 'guide-1'],
  ['Guide 2 final.pdf', 'guide-2'],
  ['the complete set.pdf', 'bundle'],
  ['Draft 7.pdf', null],
  ['116-101.pdf', null],
  ['6-10 and 11-14.pdf', null],
  ['.pdf', null],
])('%s is taken for %s', (fileName, product) => {
  expect(guessProduct(fileName, products)?.id ?? null).toBe(product);
});

const MISSING = { embedded: 1, missing: ['ABCDEF+Georgia', 'Georgia', 'Arial'] };
test.each<[string, Partial<PdfFindings>, number, number | null, string[]]>([
  ['nothing', {}, MB, 15, []],
  ['fewer pages', { pages: 14 }, MB, 15, ['Pages: 14']],
  ['pages of a guide that names no number', { pages: 3 }, MB, null, []],
  ['no title', { title: null }, MB, 15, ['Title: None']],
  ['no tags', { tagged: false }, MB, 15, ['Reading aloud: Not tagged']],
  ['no text', { fonts: { embedded: 0, missing: [] } }, MB, 15, ['Fonts: None: no text in it']],
  ['missing fonts', { fonts: MISSING }, MB, 15, ['Fonts: Not in the file: Georgia, Arial']],
  ['a large file', {}, 9 * MB, 15, ['Size: 9.0 MB']],
])(
  'of a file with %s the owner is warned where it is worth a look',
  (_what, found, bytes, pages, warnings) => {
    const lines = describeFindings({ ...FINDINGS, ...found }, bytes, { pages });
    const warned = lines.filter(({ isWarning }) => isWarning);
    expect(warned.map(({ label, value }) => `${label}: ${value}`)).toEqual(warnings);
  },
);

test.each([
  [null, /Choose the guide below/],
  [{ pages: null }, /^Is this the whole guide\?$/],
  [{ pages: 15 }, /^The same as the shop tells buyers\.$/],
])('whether 15 pages are right for the product %j is said', (product, words) => {
  expect(describeFindings(FINDINGS, MB, product)[0]?.meaning).toMatch(words);
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

test.each([
  [0, 2048, null, '0 of 2 KB. Working out how long this takes.'],
  [3 * MB, 17 * MB, 3, '3.0 of 17.0 MB. A few seconds left.'],
  [3 * MB, 17 * MB, 41, '3.0 of 17.0 MB. About 45 seconds left.'],
  [3 * MB, 17 * MB, 58, '3.0 of 17.0 MB. About a minute left.'],
  [3 * MB, 17 * MB, 89, '3.0 of 17.0 MB. About a minute left.'],
  [3 * MB, 17 * MB, 130, '3.0 of 17.0 MB. About 2 minutes left.'],
])('%i of %i bytes with %o seconds left are put in words', (sentBytes, size, rest, words) => {
  const file = new File([new Uint8Array(size)], 'a.pdf');
  const state = { ...started, file, sentBytes, remainingSeconds: rest };
  expect(progressWords({ ...state, step: 'uploading' })).toBe(words);
});

describe('of an upload that is stuck the owner reads', () => {
  const waiting = { ...started, step: 'waiting' } as const;
  const failed = { why: 'failed', retryInSeconds: 9 } as const;
  const offline = { why: 'offline' } as const;
  const sending = stuckWords({ ...started, step: 'uploading' });
  const publishing = stuckWords({ ...started, step: 'publishing' });

  test('why, that nothing is lost, and what comes next', () => {
    expect(sending).toMatch(
      /^The upload isn’t getting through\. .* Nothing is lost: .* It keeps trying.*You can also cancel/,
    );
    expect(publishing).toContain('the shop has the whole file');
    expect(publishing).not.toMatch(/cancel|the same file as before/);
  });

  test.each([
    ['while it waits to go on', { ...waiting, wait: failed, mayBeLive: false }, sending],
    ['while offline', { ...waiting, wait: offline, mayBeLive: false }, sending],
    ['while it waits to publish', { ...waiting, wait: failed, mayBeLive: true }, publishing],
    ['nothing while it moves', { ...started, step: 'uploading', isStuck: false } as const, null],
    [
      'nothing while it waits for a login',
      { ...waiting, wait: { why: 'logged-out' } as const, mayBeLive: false },
      null,
    ],
  ])('%s', (_when, state, words) => expect(stuckWords(state)).toBe(words));
});

test('a file’s size has its own unit', () => {
  expect([1, 81 * 1024, 17 * MB].map(fileSize)).toEqual(['1 KB', '81 KB', '17.0 MB']);
});

test.each([
  [1, '1 buyer, that takes a day. On a paid plan, it takes about 5 minutes.'],
  [60, '60 buyers, that takes a day. On a paid plan, it takes about 10 minutes.'],
  [61, '61 buyers, that takes 2 days or more. On a paid plan, it takes about 10 minutes.'],
  [1300, '1,300 buyers, that takes 22 days or more. On a paid plan, it takes about 3 hours.'],
])('the owner reads how long an edition announcement to %i buyers takes', (buyers, words) => {
  expect(timeWords(buyers, 60)).toBe(
    `Resend’s free plan takes 100 emails a day: at most 60 of them are for this, and the rest are kept for receipts. For ${words}`,
  );
});

const SAMPLE: CurrentEdition = { isSample: true, size: 1, sha256: '', since: null, copies: null };

/** Uploaded on a day of November, and current since another where it was restored. */
const edition = (day: number, since = day): CurrentEdition => ({
  isSample: false,
  id: `e${day}`,
  size: 1,
  sha256: '',
  pages: 1,
  title: null,
  uploadedAs: 'a.pdf',
  uploadedAt: `2026-11-0${day}T10:00:00.000Z`,
  since: `2026-11-0${since}T10:00:00.000Z`,
  copies: null,
});
const product = (id: string, current: CurrentEdition | null, is_active = true): GuideFiles => ({
  id,
  name: id,
  file_name: `${id}.pdf`,
  is_active,
  current,
  earlier: [],
});

test.each<[string, CurrentEdition | null, GuideFiles[], string[]]>([
  [
    'guides uploaded before, with and after it',
    edition(2),
    [product('a', edition(1)), product('b', edition(2)), product('c', edition(3))],
    ['c'],
  ],
  ['a restored guide', edition(2), [product('a', edition(1, 3))], []],
  ['a bundle that was restored itself', edition(1, 4), [product('a', edition(2))], ['a']],
  [
    'a sample of it',
    SAMPLE,
    [product('a', SAMPLE), product('b', null), product('c', edition(1))],
    ['c'],
  ],
  ['samples of guides', edition(1), [product('a', SAMPLE), product('b', null)], []],
  ['no file of it', null, [product('a', edition(1))], []],
  ['a guide that is off sale', edition(1), [product('a', edition(2), false)], []],
])('for a bundle with %s, only newer guides are named', (_what, current, guides, newer) => {
  const bundle = product('bundle', current);
  expect(guidesNewerThan(bundle, [...guides, bundle]).map(({ id }) => id)).toEqual(newer);
});

test('a newer guide is named with the time of its upload', () => {
  expect(guidesNewerThan(product('bundle', edition(2)), [product('new', edition(3))])).toEqual([
    { id: 'new', name: 'new', uploadedAt: '2026-11-03T10:00:00.000Z' },
  ]);
});
