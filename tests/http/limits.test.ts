import { expect, test } from 'vitest';
import { LIMITS, type Limit } from '../../netlify/http/limits.ts';

const within = (quotas: Limit['total'] = [], window: number) =>
  quotas.find((quota) => quota.windowInSeconds === window)?.most;

test('the limits are these: calls of a client, of all, and the seconds of the window', () => {
  const rows = Object.entries<Limit>(LIMITS).flatMap(([name, { perClient, total, counted }]) => {
    const windows = [...(perClient ?? []), ...(total ?? [])].map((quota) => quota.windowInSeconds);
    return [...new Set(windows)].map((window) => {
      return [name, within(perClient, window), within(total, window), window, counted];
    });
  });
  expect(rows).toEqual([
    ['create-payment', 60, 1500, 60, 'shared'],
    // Those that look orders up have no total: strangers could shut out who has paid.
    ['verify-payment', 240, undefined, 60, 'instance'],
    ['orders', 240, undefined, 60, 'instance'],
    ['secure-file-access', 240, undefined, 60, 'instance'],
    ['purchase-page', 60, undefined, 60, 'instance'],
    ['files', 240, undefined, 60, 'instance'],
    ['products', 600, 30_000, 60, 'instance'],
    ['health', 60, 6000, 60, 'instance'],
    ['opt-out', 600, 6000, 60, 'instance'],
    ['stripe-webhook', 60, 6000, 60, 'instance'],
    ['mail-webhook', 60, 6000, 60, 'instance'],
    ['stripe', undefined, 15, 1, 'shared'],
    ['unrecorded', 30, undefined, 60, 'shared'],
    ['misses', 60, undefined, 3600, 'instance'],
    ['owner-emails', undefined, 30, 3600, 'shared'],
    ['owner-refunds', undefined, 30, 3600, 'shared'],
    ['login', 5, 60, 60, 'shared'],
    ['login', 20, 200, 3600, 'shared'],
    ['login', 50, 500, 86_400, 'shared'],
    ['find-purchase', 5, undefined, 60, 'shared'],
    ['find-purchase', 20, undefined, 3600, 'shared'],
    ['find-purchase', undefined, 3, 1, 'shared'],
    ['found-email', 3, undefined, 3600, 'shared'],
    ['found-email', 6, undefined, 86_400, 'shared'],
  ]);
});
