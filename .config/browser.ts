import { existsSync } from 'node:fs';

/** Debian's package of the browser without windows, which takes half the time of the whole one. */
export const BROWSER_PACKAGE = 'chromium-headless-shell';

/** The browser that Debian has installed, the quicker one where both are there; undefined without any. */
export const debianBrowser = (): string | undefined =>
  [`/usr/bin/${BROWSER_PACKAGE}`, '/usr/bin/chromium'].find((file) => existsSync(file));
