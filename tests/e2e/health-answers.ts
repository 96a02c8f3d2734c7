import type { Page } from '@playwright/test';
import type { Check, HealthReport } from '../../src/contract/health.ts';
import { NOW, answer } from './answers.ts';

const check = (about: string, state: Check['state'], says: string, next?: string): Check => ({
  about,
  state,
  says,
  next: next ?? null,
  ms: null,
  moments: [],
});
const report = (status: Check['state'], ...checks: Check[]): { json: HealthReport } => ({
  json: { status, at: new Date(NOW).toISOString(), checks },
});

const OF_STRIPE = check('Stripe account', 'ok', 'Fine.');
export const WELL = report('ok', OF_STRIPE);
export const NOT_WELL = report(
  'fault',
  OF_STRIPE,
  check('Receipts', 'warning', '12 receipts to be sent.', 'See the log of "reconcile".'),
  check('Guide files', 'fault', 'Buyers get no file.', 'Upload a PDF at /admin-upload.'),
);

/** The owner's page of the shop's health over a made-up report: the shop is not asked. */
export const healthIs = async (page: Page, given: typeof WELL): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'health', given);
};
