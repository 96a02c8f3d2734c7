import { existsSync } from 'node:fs';

/** Debian's package of headless Chromium, which starts twice as fast as the full browser. */
export const BROWSER_PACKAGE = 'chromium-headless-shell';

/** The path of Debian's Chromium, preferably the headless one; undefined if none is installed. */
export const debianBrowser = (): string | undefined =>
  [`/usr/bin/${BROWSER_PACKAGE}`, '/usr/bin/chromium'].find((file) => existsSync(file));
