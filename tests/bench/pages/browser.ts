import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Tools } from './tools.ts';

const DEBIAN = '/usr/bin/chromium';

/** The whole browser, as parents have it, not the one without windows that the tests like. */
const chromePath = existsSync(DEBIAN) ? DEBIAN : chromium.executablePath();

const chromeFlags = [
  '--headless',
  '--no-sandbox', // refused to root otherwise
  '--disable-gpu',
  '--ignore-certificate-errors',
];

/** A browser that knows nothing yet: no cached file, no compiled script, no open connection. */
export const withBrowser = async <T>(
  { launch }: Tools,
  work: (port: number) => Promise<T>,
): Promise<T> => {
  const browser = await launch({ chromePath, chromeFlags, logLevel: 'silent' });
  const ended = once(browser.process, 'exit');
  try {
    return await work(browser.port);
  } finally {
    browser.kill();
    await ended;
  }
};
