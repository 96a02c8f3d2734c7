import { existsSync } from 'node:fs';

/** Debian's package for headless Chromium, which starts twice as fast as the full browser. */
export const BROWSER_PACKAGE = 'chromium-headless-shell';

/** The path of Debian's Chromium, preferably headless, or undefined if none is installed. */
export const debianBrowser = (): string | undefined =>
  [`/usr/bin/${BROWSER_PACKAGE}`, '/usr/bin/chromium'].find((file) => existsSync(file));
