import type { Page } from '@playwright/test';
import type { Check, HealthReport } from '../../src/contract/health.ts';
import { NOW, answer } from './answers.ts';

const ok = (about: string, says: string, more: Partial<Check> = {}): Check => ({
  about,
  state: 'ok',
  says,
  next: null,
  ms: null,
  moments: [],
  ...more,
});

const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const CHECKS: readonly Check[] = [
  ok('Settings', 'All set correctly.'),
  ok('Stripe account', 'It takes payments, in live mode.', { ms: 182 }),
  ok('Stripe webhook', 'Its endpoint gets all the events that the shop handles.'),
  ok('Order database', 'It may be read and written. It drops nothing when full.', {
    ms: 14,
  }),
  ok('Email', 'example.com is verified at Resend.', { ms: 61 }),
  ok('Guide files', 'Every product for sale has one.', { ms: 96 }),
  ok('Webhook events', 'They come.', { moments: [{ at: ago(12), says: 'last event' }] }),
  ok('Comparison with Stripe', 'The last check was complete.', {
    moments: [{ at: ago(4), says: '0 orders brought up to date; nothing is left to do' }],
  }),
  ok('Receipts', 'None waiting.'),
  ok('Failures of the last day', 'None.'),
];

const AMISS: Readonly<Record<string, Partial<Check>>> = {
  'Stripe webhook': {
    state: 'fault',
    says: 'Of its endpoint: it is not told of refund.created, refund.updated, refund.failed.',
    next: 'npm run stripe:webhook mends it.',
  },
  'Guide files': {
    state: 'fault',
    says: 'Whoever buys these gets no file: Money-Smart Kids: Ages 6-10.',
    next: 'Upload a PDF at /admin-upload.',
  },
  Receipts: {
    state: 'warning',
    says: '12 receipts to be sent.',
    next: 'See "Email" or the log of the function "reconcile" for the reason. They go out on their own once it’s fixed.',
    moments: [{ at: ago(45), says: 'the oldest was paid' }],
  },
  'Failures of the last day': {
    state: 'warning',
    says: '2 requests failed.',
    next: 'Find each one by its request in the function’s log on Netlify.',
    moments: [
      {
        at: ago(31),
        says: '/api/create-payment: Stripe failed, StripeAPIError 500; request 01KAJ4Z6Y3C1V8Q2T0ABCDEFGH',
      },
      {
        at: ago(340),
        says: '/api/secure-file-access: the store of the files failed, timeout; request 01KAJ1Z6Y3C1V8Q2T0ABCDEFGH',
      },
    ],
  },
};

const reportOf = (checks: readonly Check[]): HealthReport => ({
  status: checks.find(({ state }) => state !== 'ok')?.state ?? 'ok',
  at: ago(0),
  checks: [...checks],
});

export const WELL = { json: reportOf(CHECKS) };
export const NOT_WELL = {
  json: reportOf(CHECKS.map((check) => Object.assign({}, check, AMISS[check.about]))),
};

/** The owner's page of the shop's health over a made-up report: the shop is not asked. */
export const healthIs = async (page: Page, report: typeof WELL): Promise<void> => {
  await page.clock.setFixedTime(NOW);
  await answer(page, 'admin/session', { json: { expiresAt: ago(-600) } });
  await answer(page, 'health', report);
};
