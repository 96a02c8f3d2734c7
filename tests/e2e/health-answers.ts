import type { Page } from '@playwright/test';
import type { Check, HealthReport } from '../../src/contract/health.ts';
import { type Answer, NOW, answer } from './answers.ts';

const check = (about: string, state: Check['state'], says: string, next?: string): Check => ({
  about,
  state,
  says,
  next: next ?? null,
  ms: null,
  moments: [],
});
const checks = [
  check('Stripe account', 'ok', 'Fine.'),
  check('Receipts', 'warning', '12 receipts to be sent.', 'See the log of "reconcile".'),
  check('Guide files', 'fault', 'Buyers get no file.', 'Upload a PDF at /admin-upload.'),
];
const report: HealthReport = { status: 'fault', at: new Date(NOW).toISOString(), checks };
export const NOT_WELL: Answer = { json: report };

/** The owner's page of the shop's health over a made-up report: the shop is not asked. */
export const healthIs = async (page: Page, given: Answer): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: '2100-01-01T00:00:00Z' } });
  await answer(page, 'health', given);
};
