import { expect, test } from 'vitest';
import { describeFindings } from '../../src/admin/guides/findings.ts';
import { guessProduct } from '../../src/admin/guides/guess-product.ts';
import { guidesNewerThan } from '../../src/admin/guides/OldBundle.tsx';
import { progressWords } from '../../src/admin/guides/UploadActions.tsx';
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

test.each([
  [3 * MB, '3.0 of 17.0 MB.'],
  [17 * MB, 'Upload complete. The shop is checking the whole file once more.'],
])('an upload that has sent %i bytes says so', (sentBytes, words) => {
  const file = new File([new Uint8Array(17 * MB)], 'a.pdf');
  const page = Promise.resolve(null);
  const checked = { file, findings: FINDINGS, sha256: '', page, product: 'guide-1' };
  expect(progressWords({ ...checked, step: 'uploading', sentBytes })).toBe(words);
});

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
