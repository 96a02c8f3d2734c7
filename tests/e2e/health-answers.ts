import type { Check, HealthReport } from '../../src/contract/health.ts';
import type { Answer } from './answers.ts';

const check = (about: string, state: Check['state'], says: string, next?: string): Check => ({
  about,
  state,
  says,
  next: next ?? null,
});
const checks = [
  check('Stripe account', 'ok', 'Fine.'),
  check('Receipts', 'warning', '12 receipts to be sent.', 'See the log of "reconcile".'),
  check('Guide files', 'fault', 'Buyers get no file.', 'Upload a PDF at /admin-upload.'),
];
const report: HealthReport = { status: 'fault', checks };
export const NOT_WELL: Answer = { json: report };
export const WELL: Answer = { json: { ...report, status: 'ok', checks: checks.slice(0, 1) } };
