import { expect, test } from 'vitest';
import { describeFindings } from '../../src/admin/guides/findings.ts';
import { guessProduct } from '../../src/admin/guides/guess-product.ts';
import { guidesNewerThan } from '../../src/admin/guides/OldBundle.tsx';
import { progressWords, stuckWords } from '../../src/admin/guides/UploadActions.tsx';
import type { CurrentEdition } from '../../src/contract/guide-files.ts';
import type { PdfFindings } from '../../src/pdf/inspect.ts';
import { ADMIN_PRODUCTS, edition, FINDINGS, guideFiles } from './sample-data.ts';

const MB = 1024 * 1024;

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
  expect(guessProduct(fileName, ADMIN_PRODUCTS)?.id ?? null).toBe(product);
});

const MISSING = { embedded: 1, missing: ['ABCDEF+Georgia', 'Georgia', 'Arial'] };

test.each<[Partial<PdfFindings>, bytes: number, string[]]>([
  [{}, MB, []],
  [{ pages: 14 }, MB, ['Pages: 14']],
  [{ title: null }, MB, ['Title: None']],
  [{ fonts: MISSING }, MB, ['Fonts: Not in the file: Georgia, Arial']],
  [{ fonts: { embedded: 0, missing: [] } }, MB, ['Fonts: None: no text in it']],
  [{ tagged: false }, MB, ['Reading aloud: Not tagged']],
  [{}, 9 * MB, ['Size: 9.0 MB']],
])('of a file with %j and %i bytes the owner is warned: %j', (found, bytes, warnings) => {
  const lines = describeFindings({ ...FINDINGS, ...found }, bytes, { pages: 15 });
  const warned = lines.filter(({ isWarning }) => isWarning);
  expect(warned.map(({ label, value }) => `${label}: ${value}`)).toEqual(warnings);
});

const upload = {
  file: new File([], 'a.pdf'),
  findings: FINDINGS,
  sha256: '',
  page: Promise.resolve(null),
  product: 'guide-1',
  sentBytes: 0,
  isStuck: true,
};
const uploading = { ...upload, step: 'uploading', remainingSeconds: 41 } as const;
const wait = { why: 'failed', retryInSeconds: 9 } as const;
const waiting = { ...upload, step: 'waiting', wait, mayBeLive: false } as const;

const KEPT = /Nothing is lost: the uploaded part is kept, and buyers still get the same file/;
const SENT = /Nothing is lost: the shop has the whole file\./;

test.each([
  [uploading, /About 45 seconds left\./, KEPT],
  [{ ...uploading, remainingSeconds: null, isStuck: false }, /Working out how long/, /^null$/],
  [waiting, /Trying again in 9 seconds\./, KEPT],
  [{ ...waiting, mayBeLive: true }, /Trying again in 9 seconds\./, SENT],
  [{ ...waiting, wait: { why: 'logged-out' } }, /continues when you log in again\./, /^null$/],
  [{ ...upload, step: 'publishing' }, /checking the whole file/, SENT],
] as const)(
  'an upload tells how it goes, and what is lost if it is stuck: %#',
  (state, progress, stuck) => {
    expect(progressWords(state)).toMatch(progress);
    expect(String(stuckWords(state))).toMatch(stuck);
  },
);

const SAMPLE: CurrentEdition = { isSample: true, size: 1, sha256: '', since: null, copies: null };

test('the guides on sale that were uploaded after the bundle’s file are named', () => {
  const guides = [
    guideFiles('old', edition(1)),
    guideFiles('equal', edition(2)),
    guideFiles('new', edition(3)),
    guideFiles('off sale', edition(3), false),
    guideFiles('sample', SAMPLE),
    guideFiles('none', null),
  ];
  // The second of these was uploaded on the first day, and restored on the fourth.
  const bundles = [edition(2), edition(1, 4), SAMPLE, null].map((one) => guideFiles('bundle', one));
  const newer = bundles.map((bundle) => guidesNewerThan(bundle, guides).map(({ id }) => id));
  expect(newer).toEqual([['new'], ['equal', 'new'], ['old', 'equal', 'new'], []]);
});
