import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { BROWSER_PACKAGE, debianBrowser } from '../.config/browser.ts';
import { ENGINES } from '../tests/deep/engines.ts';
import { hasTool, missingPackages } from '../tests/tools.ts';

/** The package with the serif font that is shown until the heading font has loaded. */
const FONTS = { package: 'fonts-liberation', has: 'LiberationSerif-Bold.ttf' };

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

const isInstalled = (command: string): boolean =>
  spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

const isRoot = (): boolean => process.getuid?.() === 0;

/** Installs Debian packages, but only as root, because `sudo` may ask for a password. */
const installDebian = (packages: readonly string[]): boolean =>
  isRoot() &&
  isInstalled('apt-get') &&
  succeeds('apt-get', 'update', '-qq') &&
  succeeds('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);

const hasBrowser = (): boolean =>
  debianBrowser() !== undefined || existsSync(chromium.executablePath());

const install = (packages: readonly string[]): void => {
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(', ')} ...`);
  installDebian(packages);
};

const hasFonts = (): boolean =>
  spawnSync('fc-list', { encoding: 'utf8' }).stdout?.includes(FONTS.has) ?? false;

/**
 * Installs the tools that the tests need in addition to npm packages. `missing` has a sentence for
 * each tool that could not be installed.
 */
export const installTools = ({
  deep,
}: {
  deep: boolean;
}): { browser: boolean; missing: readonly string[] } => {
  install(missingPackages());
  // The full browser. Provides the shared libraries, and is the fallback if headless Chromium can't
  // be installed.
  if (!isInstalled('chromium')) install(['chromium']);
  if (!hasFonts()) install([FONTS.package]);
  // Installed separately, because some Debian releases lack it, and apt installs either all
  // requested packages or none.
  if (!isInstalled(BROWSER_PACKAGE)) install([BROWSER_PACKAGE]);
  if (deep) {
    for (const { packages, isHere } of ENGINES) if (!isHere()) install(packages);
  }
  if (!hasBrowser()) {
    succeeds(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  }
  const browser = hasBrowser();
  const missing: string[] = [];
  if (!browser) missing.push('Chromium could not be installed, so the browser tests were skipped.');
  if (!hasFonts() && process.platform === 'linux') {
    missing.push(`${FONTS.package} could not be installed, so the heading font had no fallback.`);
  }
  for (const name of missingPackages()) missing.push(`${name} could not be installed.`);
  if (!hasTool('redis-server')) {
    missing.push('redis-server is missing, so the tests used an in-process engine.');
  }
  return { browser, missing };
};
