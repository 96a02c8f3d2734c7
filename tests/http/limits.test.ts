import { expect, test } from 'vitest';
import { LIMITS, type Limit } from '../../netlify/http/limits.ts';

const quotas = (all: Limit['total'] = []): string =>
  all.map(({ most, windowInSeconds }) => `${most} in ${windowInSeconds} s`).join(', ') || '-';

test('the limits are these: calls of a client, of all, and whether instances count together', () => {
  const rows = Object.entries<Limit>(LIMITS).map(([name, { perClient, total, counted }]) => {
    return `${name}: ${quotas(perClient)}; ${quotas(total)}; ${counted}`;
  });
  expect(rows).toEqual([
    'create-payment: 60 in 60 s; 1500 in 60 s; shared',
    // Those that look orders up have no total: strangers could shut out who has paid.
    'verify-payment: 240 in 60 s; -; instance',
    'orders: 240 in 60 s; -; instance',
    'secure-file-access: 240 in 60 s; -; instance',
    'purchase-page: 60 in 60 s; -; instance',
    'files: 240 in 60 s; -; instance',
    'products: 600 in 60 s; 30000 in 60 s; instance',
    'health: 60 in 60 s; 6000 in 60 s; instance',
    'opt-out: 600 in 60 s; 6000 in 60 s; instance',
    'stripe-webhook: 60 in 60 s; 6000 in 60 s; instance',
    'stripe: -; 15 in 1 s; shared',
    'unrecorded: 30 in 60 s; -; shared',
    'misses: 60 in 3600 s; -; instance',
    'owner-emails: -; 30 in 3600 s; shared',
    'login: 5 in 60 s, 20 in 3600 s, 50 in 86400 s; 60 in 60 s, 200 in 3600 s, 500 in 86400 s; shared',
    'find-purchase: 5 in 60 s, 20 in 3600 s; 3 in 1 s; shared',
    'found-email: 3 in 3600 s, 6 in 86400 s; -; shared',
  ]);
});
