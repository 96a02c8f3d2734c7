import { existsSync } from 'node:fs';
import { type LaunchOptions, chromium } from '@playwright/test';
import playwrightConfig from '../.config/playwright.config.ts';
import { onlyIf } from './tools.ts';

/** The launch options for tests that start a browser without Playwright's test runner. */
export const launchOptions: LaunchOptions = playwrightConfig.use?.launchOptions ?? {};

/** Options for a test that needs a browser. */
export const inBrowser = onlyIf(
  existsSync(launchOptions.executablePath ?? chromium.executablePath()),
  'Chromium is not installed',
);
