import { expect, test } from 'vitest';
import { guidesNewerThan } from '../../src/admin/guides/OldBundle.tsx';
import { progressWords } from '../../src/admin/guides/TellBuyers.tsx';
import { edition, guideFiles, SAMPLE } from './sample-data.ts';

test('the guides on sale that were uploaded after the bundle’s file are named', () => {
  const guides = [
    guideFiles('old', edition(1)),
    guideFiles('equal', edition(2)),
    guideFiles('new', edition(3)),
    guideFiles('off sale', edition(3), { is_active: false }),
    guideFiles('sample', SAMPLE),
    guideFiles('none', null),
  ];
  // The second of these was uploaded on the first day, and restored on the fourth.
  const bundles = [edition(2), edition(1, 4), SAMPLE, null].map((one) => guideFiles('bundle', one));
  const newer = bundles.map((bundle) => guidesNewerThan(bundle, guides).map(({ id }) => id));
  expect(newer).toEqual([['new'], ['equal', 'new'], ['old', 'equal', 'new'], []]);
});

test('the progress of an announcement counts who is left, and says until when it is paused', () => {
  const begun = { begun_at: '2026-11-20T09:30:00.000Z', buyers: 1204, paused_until: null };
  const paused_until = '2026-11-22T00:00:00.000Z';
  expect(progressWords({ ...begun, left: 892 })).toBe('Emailing past buyers: 892 of 1,204 left.');
  expect(progressWords({ ...begun, left: 1, paused_until })).toMatch(/1 of 1,204 left\. .* Nov 2/);
  expect(progressWords({ ...begun, left: 0 })).toMatch(/^Emails to past buyers: none left/);
});
