import { existsSync } from 'node:fs';

/** Debian's headless Chromium. It starts in half the time of the full one. */
export const BROWSER_PACKAGE = 'chromium-headless-shell';

/** The path of Debian's Chromium, preferably the headless one; undefined if none is installed. */
export const debianBrowser = (): string | undefined =>
  [`/usr/bin/${BROWSER_PACKAGE}`, '/usr/bin/chromium'].find((file) => existsSync(file));
