/**
 * For `client:idle`: at the latest after two seconds. Chromium may never call a page idle that shares its process with
 * a tab in the background.
 */
export const WHEN_IDLE = { timeout: 2_000 };
