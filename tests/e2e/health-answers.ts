import type { Page } from '@playwright/test';
import type { Check, HealthReport } from '../../src/contract/health.ts';
import { NOW, answer } from './answers.ts';

const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const check = (about: string, says: string, more: Partial<Check> = {}): Check => ({
  about,
  state: 'ok',
  says,
  next: null,
  ms: null,
  moments: [],
  ...more,
});

const OF_STRIPE = check('Stripe account', 'It takes payments, in live mode.', { ms: 182 });
const EVENTS = check('Webhook events', 'They come.', {
  moments: [{ at: ago(12), says: 'last event' }],
});
const FILES = check('Guide files', 'Every product for sale has one.', { ms: 96 });
const RECEIPTS = check('Receipts', 'None waiting.');

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

const report = (...checks: Check[]): { json: HealthReport } => ({
  json: { status: checks.find(({ state }) => state !== 'ok')?.state ?? 'ok', at: ago(0), checks },
});

export const WELL = report(OF_STRIPE, EVENTS, FILES, RECEIPTS);
export const NOT_WELL = report(OF_STRIPE, EVENTS, WAITING, NO_FILE);

/** The owner's page of the shop's health over a made-up report: the shop is not asked. */
export const healthIs = async (page: Page, given: typeof WELL): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: ago(-600) } });
  await answer(page, 'health', given);
};
