import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/request.ts';
import { failureOf } from '../../src/admin/guides/connection.ts';
import { describeFindings } from '../../src/admin/guides/findings.ts';
import { findPublished } from '../../src/admin/guides/send-file.ts';
import { type AdminProduct, guessProduct } from '../../src/admin/guides/guess-product.ts';
import { fileSize, restTime, sizeOf } from '../../src/admin/guides/format-bytes.ts';
import { addSample, secondsFor, type Throughput } from '../../src/admin/guides/throughput.ts';

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

describe('what was found', () => {
  const findings = {
    pages: 15,
    title: 'A guide',
    fonts: { embedded: 3, missing: [] },
    tagged: true,
  };
  const amiss = (found: Partial<typeof findings>, bytes = MB, told: number | null = 15) =>
    describeFindings({ ...findings, ...found }, bytes, told)
      .filter(({ isAmiss }) => isAmiss)
      .map(({ label, value }) => `${label}: ${value}`);

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
    const line = describeFindings({ ...findings, fonts }, MB, 15).find(
      ({ label }) => label === 'Fonts',
    );
    expect(line).toMatchObject({ value: 'Not in the file: Georgia, Arial', isAmiss: true });
  });

  test('a large file is worth a look, and pages are, where the shop tells a number', () => {
    expect(amiss({}, 9 * MB)).toEqual(['Size: 9.0 MB']);
    expect(amiss({ pages: 3 }, MB, null)).toEqual([]);
  });
});

test('sizes and times read as one would say them', () => {
  expect([fileSize(1), fileSize(81 * 1024), fileSize(17 * MB)]).toEqual([
    '1 KB',
    '81 KB',
    '17.0 MB',
  ]);
  expect([sizeOf(3 * MB, 17 * MB), sizeOf(512, 2048)]).toEqual(['3.0 of 17.0 MB', '0 of 2 KB']);
  expect([null, 3, 41, 58, 89, 130].map(restTime)).toEqual([
    'Working out how long it takes',
    'A few seconds left',
    'About 45 seconds left',
    'About a minute left',
    'About a minute left',
    'About 2 minutes left',
  ]);
});

const throughputOf = (...samples: [number, number][]): Throughput =>
  samples.reduce<Throughput>((all, [atMs, bytes]) => addSample(all, { atMs, bytes }), []);

test('the throughput is that of the last seconds, and unknown while nothing moves', () => {
  expect(secondsFor(1000, throughputOf([0, 0]))).toBeNull();
  expect(secondsFor(1000, throughputOf([0, 0], [900, 900]))).toBeNull();
  expect(secondsFor(1000, throughputOf([0, 0], [2000, 200]))).toBe(10);
  expect(secondsFor(1000, throughputOf([0, 500], [2000, 500]))).toBeNull();
  // Slow for a minute, then ten times as fast.
  expect(
    secondsFor(1000, throughputOf([0, 0], [60_000, 600], [65_000, 1100], [71_000, 1700])),
  ).toBe(10);
});

const failed = (status: number, problem: { code?: 'pdf_broken'; detail?: string } = {}) =>
  failureOf(new ApiError(new Response(null, { status, headers: { 'retry-after': '7' } }), problem));

test('an answer that may pass is asked for again, one that will not is told', () => {
  expect(failureOf(new TypeError('Failed to fetch')).kind).toBe('again');
  expect(failed(500).kind).toBe('fault');
  expect(failed(429)).toEqual({ kind: 'again', afterMs: 7_000 });
  expect(failed(401).kind).toBe('logged-out');
  expect(failed(422, { code: 'pdf_broken', detail: 'Why.' })).toEqual({
    kind: 'refused',
    code: 'pdf_broken',
    reason: 'Why.',
  });
});

test('a file counts as published only where buyers get that very one', () => {
  const edition = { id: '1', size: 9, pages: 2, title: null, uploadedAs: 'a.pdf', uploadedAt: '' };
  const current = { ...edition, isSample: false, sha256: 'aa', since: null } as const;
  const product = { id: 'guide-1', name: '', file_name: 'G.pdf', is_active: true, earlier: [] };
  const guides = { products: [{ ...product, current }] };
  expect(findPublished(guides, { product: 'guide-1', sha256: 'aa' })).toMatchObject({
    fileName: 'G.pdf',
    pages: 2,
  });
  expect(findPublished(guides, { product: 'guide-1', sha256: 'bb' })).toBeNull();
  expect(findPublished(guides, { product: 'guide-2', sha256: 'aa' })).toBeNull();
  expect(
    findPublished(
      { products: [{ ...product, current: null }] },
      { product: 'guide-1', sha256: 'aa' },
    ),
  ).toBeNull();
});
