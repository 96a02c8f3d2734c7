import { isDeep } from '../depth.ts';

/**
 * A browser test runs on a computer, and in the deep tests also on a phone if it may differ there.
 * A test that sets its own viewport runs only on the computer.
 */
export const PHONE_IF_DEEP = { tag: '@phone-deep' };
/** It needs a touch screen, or a computer adds nothing in `npm test`. */
export const PHONE_ONLY = { tag: '@phone-only' };
/** It runs only in `npm run test:deep`, because `npm test` has three minutes. */
export const DEEP_ONLY = { tag: '@deep' };
/** It runs only in `npm run test:deep`, on both. */
export const DEEP_ON_BOTH = { tag: ['@phone-deep', '@deep'] };
/** It runs only in `npm run test:deep`, on a phone. */
export const PHONE_ONLY_IF_DEEP = { tag: ['@phone-only', '@deep'] };

const SKIPPED_BY_DAY = isDeep ? [] : [/@deep/];

/** The tests of the two projects of the Playwright configuration, by these tags. */
export const ON_COMPUTER = { grepInvert: [/@phone-only/, ...SKIPPED_BY_DAY] };
export const ON_PHONE = {
  grep: isDeep ? /@phone/ : /@phone-only/,
  grepInvert: SKIPPED_BY_DAY,
};
