import { expect, test } from 'vitest';
import { timeWords } from '../../src/admin/guides/AnnouncementForm.tsx';
import { guidesNewerThan } from '../../src/admin/guides/OldBundle.tsx';
import type { CurrentEdition } from '../../src/contract/guide-files.ts';
import { edition, guideFiles } from './sample-data.ts';

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

test.each([
  ['an upload of the second', edition(2), ['new']],
  ['an upload of the first that was restored on the fourth', edition(1, 4), ['equal', 'new']],
  ['a sample', SAMPLE, ['old', 'equal', 'new', 'restored']],
  ['no file', null, []],
])('of a bundle with %s, the newer guides on sale are named', (_what, current, newer) => {
  const bundle = guideFiles('bundle', current);
  const guides = [
    guideFiles('old', edition(1)),
    guideFiles('equal', edition(2)),
    guideFiles('new', edition(3)),
    guideFiles('restored', edition(1, 3)),
    guideFiles('off sale', edition(3), false),
    guideFiles('sample', SAMPLE),
    guideFiles('none', null),
    bundle,
  ];
  expect(guidesNewerThan(bundle, guides).map(({ id }) => id)).toEqual(newer);
});
