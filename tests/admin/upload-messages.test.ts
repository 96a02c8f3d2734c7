import { describe, expect, test } from 'vitest';
import { describeFindings } from '../../src/admin/guides/findings.ts';
import { type AdminProduct, guessProduct } from '../../src/admin/guides/guess-product.ts';
import { fileSize } from '../../src/admin/guides/file-size.ts';
import { progressWords, stuckWords } from '../../src/admin/guides/UploadActions.tsx';

const MB = 1024 * 1024;

const guide = (id: string, ages: string | null, name: string): AdminProduct => ({
  id,
  label: id,
  fileName: `Money-Smart-Kids-${name}.pdf`,
  ages,
  hue: 'coral',
  pages: 15,
});
const products = [
  guide('guide-1', '6–10', 'Ages-6-10'),
  guide('guide-2', '11–14', 'Ages-11-14'),
  guide('guide-3', '15–18', 'Ages-15-18'),
  guide('bundle', null, 'Complete-Bundle'),
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

const findings = {
  pages: 15,
  title: 'A guide',
  fonts: { embedded: 3, missing: [] },
  tagged: true,
  darkFeet: [],
};

const amiss = (found: Partial<typeof findings>, bytes = MB, told: number | null = 15) =>
  describeFindings({ ...findings, ...found }, bytes, { pages: told })
    .filter(({ isWarning }) => isWarning)
    .map(({ label, value }) => `${label}: ${value}`);

/** What is said of the number of pages, for a product. */
const meaning = (product: Pick<AdminProduct, 'pages'> | null) =>
  describeFindings(findings, MB, product)[0]?.meaning;

describe('what was found', () => {
  test('nothing is amiss with a good file', () => expect(amiss({})).toEqual([]));

  test.each([
    ['Pages: 14', { pages: 14 }],
    ['Title: None', { title: null }],
    ['Reading aloud: Not tagged', { tagged: false }],
    ['Fonts: None: no text in it', { fonts: { embedded: 0, missing: [] } }],
  ])('%s is worth a look', (line, found) => {
    expect(amiss(found as Partial<typeof findings>)).toEqual([line]);
  });

  test('a font that is missing is named once, without the tag of its letters', () => {
    const fonts = { embedded: 1, missing: ['ABCDEF+Georgia', 'Georgia', 'Arial'] };
    const line = describeFindings({ ...findings, fonts }, MB, { pages: 15 }).find(
      ({ label }) => label === 'Fonts',
    );
    expect(line).toMatchObject({ value: 'Not in the file: Georgia, Arial', isWarning: true });
  });

  test('a large file is worth a look, and pages are, where the shop tells a number', () => {
    expect(amiss({}, 9 * MB)).toEqual(['Size: 9.0 MB']);
    expect(amiss({ pages: 3 }, MB, null)).toEqual([]);
  });

  test('whether it is the whole guide is asked once it is known which one', () => {
    expect(meaning(null)).toContain('Choose the guide below');
    expect(meaning({ pages: null })).toBe('Is this the whole guide?');
    expect(meaning({ pages: 15 })).toBe('The same as the shop tells buyers.');
  });
});

test.each([
  [0, 2048, null, '0 of 2 KB. Working out how long this takes.'],
  [3 * MB, 17 * MB, 3, '3.0 of 17.0 MB. A few seconds left.'],
  [3 * MB, 17 * MB, 41, '3.0 of 17.0 MB. About 45 seconds left.'],
  [3 * MB, 17 * MB, 58, '3.0 of 17.0 MB. About a minute left.'],
  [3 * MB, 17 * MB, 89, '3.0 of 17.0 MB. About a minute left.'],
  [3 * MB, 17 * MB, 130, '3.0 of 17.0 MB. About 2 minutes left.'],
])(
  '%i of %i bytes with %o seconds left read as one would say them',
  (sentBytes, size, rest, words) => {
    const file = new File([new Uint8Array(size)], 'a.pdf');
    const checked = { file, findings, sha256: '', page: Promise.resolve(null), product: 'guide-1' };
    const sending = { ...checked, sentBytes, isStuck: false, remainingSeconds: rest };
    const state = { ...sending, step: 'uploading' } as const;
    expect(progressWords(state)).toBe(words);
  },
);

const onItsWay = {
  file: new File([], 'a.pdf'),
  findings,
  sha256: '',
  page: Promise.resolve(null),
  product: 'guide-1',
  sentBytes: 0,
  remainingSeconds: null,
  isStuck: true,
};

test('who waits for an upload that is stuck reads why, that nothing is lost, and what comes next', () => {
  const failed = { why: 'failed', retryInSeconds: 9 } as const;
  const offline = { why: 'offline' } as const;
  const trying = stuckWords({ ...onItsWay, step: 'uploading' });
  expect(trying).toMatch(
    /^The upload isn’t getting through\. .* Nothing is lost: .* It keeps trying/,
  );
  expect(trying).toContain('You can also cancel');
  for (const wait of [failed, offline]) {
    expect(stuckWords({ ...onItsWay, step: 'waiting', wait, mayBeLive: false })).toBe(trying);
  }
  const publishing = stuckWords({ ...onItsWay, step: 'publishing' });
  expect(publishing).toContain('the shop has the whole file');
  expect(publishing).not.toMatch(/cancel|the same file as before/);
  expect(stuckWords({ ...onItsWay, step: 'waiting', wait: failed, mayBeLive: true })).toBe(
    publishing,
  );
});

test('an upload that moves, or waits for a login, is not told as stuck', () => {
  expect(stuckWords({ ...onItsWay, step: 'uploading', isStuck: false })).toBeNull();
  const wait = { why: 'logged-out' } as const;
  expect(stuckWords({ ...onItsWay, step: 'waiting', wait, mayBeLive: false })).toBeNull();
});

test('a file is told in its own unit', () => {
  expect([1, 81 * 1024, 17 * MB].map(fileSize)).toEqual(['1 KB', '81 KB', '17.0 MB']);
});
