/**
 * For `client:idle`: start after two seconds at the latest. Chromium may never report that a page
 * is idle if it shares its process with a background tab.
 */
export const WHEN_IDLE = { timeout: 2_000 };
