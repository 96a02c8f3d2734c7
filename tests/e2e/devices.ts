import { isDeep } from '../depth.ts';

/**
 * Runs a test on a computer, and in `npm run test:deep` also on a phone, where the result may
 * differ. A test without a tag, such as one that sets its own viewport, runs only on a computer.
 */
export const PHONE_IF_DEEP = { tag: '@phone-deep' };
/**
 * Runs a test only on a phone, because it needs a touch screen or because running it on a computer
 * as well would cover nothing more.
 */
export const PHONE_ONLY = { tag: '@phone-only' };
/** Runs a test only in `npm run test:deep`, because `npm test` may take at most three minutes. */
export const DEEP_ONLY = { tag: '@deep' };
/** Runs a test only in `npm run test:deep`, on a computer and on a phone. */
export const DEEP_ON_BOTH = { tag: ['@phone-deep', '@deep'] };
/** Runs a test only in `npm run test:deep`, on a phone. */
export const PHONE_ONLY_IF_DEEP = { tag: ['@phone-only', '@deep'] };

const SKIPPED_UNLESS_DEEP = isDeep ? [] : [/@deep/];

/**
 * Options for the two projects in the Playwright configuration. They select the tests of each
 * project by the tags above.
 */
export const ON_COMPUTER = { grepInvert: [/@phone-only/, ...SKIPPED_UNLESS_DEEP] };
export const ON_PHONE = {
  grep: isDeep ? /@phone/ : /@phone-only/,
  grepInvert: SKIPPED_UNLESS_DEEP,
};
