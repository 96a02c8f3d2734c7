import { expect, test } from 'vitest';
import { guidesNewerThan } from '../../src/admin/guides/OldBundle.tsx';
import type { CurrentEdition, GuideFiles } from '../../src/contract/guide-files.ts';

const SAMPLE: CurrentEdition = { isSample: true, size: 1, sha256: '', since: null, copies: null };

/** Uploaded on one day, and given to buyers since another where it was restored. */
const uploaded = (day: number, since = day): CurrentEdition => ({
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

const file = (id: string, current: CurrentEdition | null, is_active = true): GuideFiles => ({
  id,
  name: id,
  file_name: `${id}.pdf`,
  is_active,
  current,
  earlier: [],
});

const newer = (bundle: CurrentEdition | null, ...guides: GuideFiles[]) => {
  const itself = file('bundle', bundle);
  return guidesNewerThan(itself, [...guides, itself]).map(({ id }) => id);
};

test('a guide that was uploaded after the bundle is newer than it', () => {
  const guides = [file('older', uploaded(1)), file('same', uploaded(2)), file('new', uploaded(3))];
  expect(newer(uploaded(2), ...guides)).toEqual(['new']);
  expect(guidesNewerThan(file('bundle', uploaded(2)), guides)).toEqual([
    { id: 'new', name: 'new', uploadedAt: '2026-11-03T10:00:00.000Z' },
  ]);
});

test('an edition that was restored is as old as its upload', () => {
  expect(newer(uploaded(2), file('a', uploaded(1, 3)))).toEqual([]);
  expect(newer(uploaded(1, 4), file('a', uploaded(2)))).toEqual(['a']);
});

test('a sample is older than what was uploaded, and than nothing else', () => {
  expect(newer(SAMPLE, file('a', SAMPLE), file('b', null), file('c', uploaded(1)))).toEqual(['c']);
  expect(newer(uploaded(1), file('a', SAMPLE), file('b', null))).toEqual([]);
});

test('without a file the bundle is not old, and a guide off sale is not in it', () => {
  expect(newer(null, file('a', uploaded(1)))).toEqual([]);
  expect(newer(uploaded(1), file('a', uploaded(2), false))).toEqual([]);
});
