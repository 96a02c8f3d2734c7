import { isDeep } from '../depth.ts';

/**
 * A browser test runs on a computer, and on a phone too where the story may differ there. One that sets its
 * own screen runs on the computer alone.
 */
export const PHONE_TOO = { tag: '@phone' };
/** On the phone in the deep tests alone. */
export const PHONE_IF_DEEP = { tag: '@phone-deep' };
/** It needs a touch screen. */
export const PHONE_ONLY = { tag: '@phone-only' };

/** What the two projects of the Playwright configuration run, by these tags. */
export const ON_COMPUTER = { grepInvert: /@phone-only/ };
export const ON_PHONE = { grep: isDeep ? /@phone/ : /@phone(-only)?(?![\w-])/ };
