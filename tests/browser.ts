import { existsSync } from 'node:fs';
import { type LaunchOptions, chromium } from '@playwright/test';
import playwrightConfig from '../.config/playwright.config.ts';
import { onlyIf } from './tools.ts';

/** For tests that Playwright does not run. */
export const launchOptions: LaunchOptions = playwrightConfig.use?.launchOptions ?? {};

/** Options of a test that needs a browser. */
export const inBrowser = onlyIf(
  existsSync(launchOptions.executablePath ?? chromium.executablePath()),
  'Chromium is not installed',
);
