import { existsSync } from 'node:fs';
import { type LaunchOptions, chromium } from '@playwright/test';
import playwrightConfig from '../.config/playwright.config.ts';
import { onlyIf } from './tools.ts';

/** For tests that are not Playwright's own. */
export const launchOptions: LaunchOptions = playwrightConfig.use?.launchOptions ?? {};

/** Options of such a test. */
export const inBrowser = onlyIf(
  existsSync(launchOptions.executablePath ?? chromium.executablePath()),
  'Chromium is not installed',
);
