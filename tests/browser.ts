import { existsSync } from 'node:fs';
import { type LaunchOptions, chromium } from '@playwright/test';
import playwrightConfig from '../.config/playwright.config.ts';

/** For tests that are not Playwright's own. */
export const launchOptions: LaunchOptions = playwrightConfig.use?.launchOptions ?? {};

export const hasBrowser = existsSync(launchOptions.executablePath ?? chromium.executablePath());
