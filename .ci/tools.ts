import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { BROWSER_PACKAGE, debianBrowser } from '../.config/browser.ts';
import { ENGINES, skippedEngines } from '../tests/deep/engines/engines.ts';

/** Has the serifs that stand in for the heading font until it comes. */
const FONTS = { package: 'fonts-liberation', has: 'LiberationSerif-Bold.ttf' };

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

const isInstalled = (command: string): boolean =>
  spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

const isRoot = (): boolean => process.getuid?.() === 0;

/** Installs Debian's packages where that is possible without asking for a password. */
const installDebian = (packages: readonly string[]): boolean =>
  isRoot() &&
  isInstalled('apt-get') &&
  succeeds('apt-get', 'update', '-qq') &&
  succeeds('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);

const hasBrowser = (): boolean =>
  debianBrowser() !== undefined || existsSync(chromium.executablePath());

const install = (...wanted: string[]): boolean => {
  const packages = wanted.filter((name) => !isInstalled(name));
  if (packages.length === 0) return true;
  console.log(`Installing ${packages.join(', ')} ...`);
  return installDebian(packages);
};

/** By themselves too: one that cannot be had is skipped. */
const installEngines = (): void => {
  for (const { packages, isHere } of ENGINES) {
    if (isHere()) continue;
    console.log(`Installing ${packages.join(', ')} ...`);
    installDebian(packages);
  }
};

const hasFonts = (): boolean =>
  spawnSync('fc-list', { encoding: 'utf8' }).stdout?.includes(FONTS.has) ?? false;

/** What the tests need beyond npm packages; answers what is missing all the same, in words. */
export const installTools = ({
  deep,
}: {
  deep: boolean;
}): { browser: boolean; missing: readonly string[] } => {
  install('redis-server', 'curl');
  // Draws in what a bare machine lacks, and serves where there is no quicker one.
  install('chromium');
  if (!hasFonts()) installDebian([FONTS.package]);
  // By itself, since not every Debian has it, and apt installs all that it is asked for or nothing.
  install(BROWSER_PACKAGE);
  if (deep) installEngines();
  if (!hasBrowser()) {
    succeeds(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  }
  const browser = hasBrowser();
  return {
    browser,
    missing: [
      ...(browser ? [] : ['Chromium could not be installed: the browser tests are skipped.']),
      ...(deep ? skippedEngines() : []),
      ...(hasFonts() || process.platform !== 'linux'
        ? []
        : [`${FONTS.package} could not be installed: nothing stands in for the heading font.`]),
      ...(isInstalled('redis-server')
        ? []
        : ['redis-server could not be installed: tests run on an in-process engine instead.']),
      ...(isInstalled('curl')
        ? []
        : ['curl could not be installed: no test resumes a broken download with it.']),
    ],
  };
};
