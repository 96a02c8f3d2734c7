import { expect, test } from 'vitest';
import { timeWords } from '../../src/admin/guides/AnnouncementForm.tsx';

test.each([
  [1, '1 buyer, that takes a day. On a paid plan, it takes about 5 minutes.'],
  [60, '60 buyers, that takes a day. On a paid plan, it takes about 10 minutes.'],
  [61, '61 buyers, that takes 2 days or more. On a paid plan, it takes about 10 minutes.'],
  [1300, '1,300 buyers, that takes 22 days or more. On a paid plan, it takes about 3 hours.'],
])('the owner reads how long it takes to tell %i buyers', (buyers, words) => {
  expect(timeWords(buyers, 60)).toBe(
    `Resend’s free plan takes 100 emails a day: at most 60 of them are for this, and the rest are kept for receipts. For ${words}`,
  );
});
