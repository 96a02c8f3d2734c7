import { existsSync } from 'node:fs';

/** Debian's headless Chromium, which takes half as long as the full one. */
export const BROWSER_PACKAGE = 'chromium-headless-shell';

/** Debian's installed Chromium, the headless one if both are there, undefined if neither is. */
export const debianBrowser = (): string | undefined =>
  [`/usr/bin/${BROWSER_PACKAGE}`, '/usr/bin/chromium'].find((file) => existsSync(file));
