import type { Page } from '@playwright/test';
import type { Check, HealthReport } from '../../src/contract/health.ts';
import { NOW, answer } from './answers.ts';

const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const WORKS: Check = { about: '', state: 'ok', says: 'Fine.', next: null, ms: null, moments: [] };
const OF_STRIPE: Check = { ...WORKS, about: 'Stripe account', ms: 182 };
const FILES: Check = { ...WORKS, about: 'Guide files', ms: 96 };
const RECEIPTS: Check = { ...WORKS, about: 'Receipts' };
const NO_FILE: Check = {
  ...FILES,
  state: 'fault',
  says: 'Whoever buys these gets no file: Money-Smart Kids: Ages 6-10.',
  next: 'Upload a PDF at /admin-upload.',
};
const WAITING: Check = {
  ...RECEIPTS,
  state: 'warning',
  says: '12 receipts to be sent.',
  next: 'See "Email" or the log of the function "reconcile" for the reason.',
  moments: [{ at: ago(45), says: 'the oldest was paid' }],
};

const report = (status: Check['state'], ...checks: Check[]): { json: HealthReport } => ({
  json: { status, at: ago(0), checks },
});

export const WELL = report('ok', OF_STRIPE, FILES, RECEIPTS);
export const NOT_WELL = report('fault', OF_STRIPE, WAITING, NO_FILE);

/** The owner's page of the shop's health over a made-up report: the shop is not asked. */
export const healthIs = async (page: Page, given: typeof WELL): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: ago(-600) } });
  await answer(page, 'health', given);
};
