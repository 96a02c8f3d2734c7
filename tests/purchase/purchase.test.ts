import { afterEach, expect, test, vi } from 'vitest';
import type { PublicOrder } from '../../src/contract/orders.ts';
import { checkPurchase, checkPurchaseLeniently } from '../../src/purchase/purchase.ts';
import { fakeApi, unreachable } from './fake-api.ts';

const order: PublicOrder = {
  stripe_session_id: 'cs_1',
  status: 'paid',
  amount: 899,
  currency: 'USD',
  product_type: 'individual_guide_6_10',
  guide_name: 'Ages 6-10',
  created_at: '2026-01-01T00:00:00Z',
};

const verified = () => ({ status: 'paid', order });
const found = () => ({ order });
const answering = (verify: () => unknown, orders: () => unknown) => {
  // The first verification is asked by another module, which looks at the page for what was asked early.
  vi.stubGlobal('window', {});
  fakeApi({ '/api/verify-payment': verify, '/api/orders': orders });
};
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a verified payment with a paid order is paid', async () => {
  answering(verified, found);
  await expect(checkPurchase('cs_1')).resolves.toEqual({ step: 'paid', order });
});

test.each(['pending', 'failed', 'refunded', 'disputed'] as const)(
  'a %s payment is told as it is',
  async (status) => {
    answering(() => ({ status, order: null }), unreachable);
    await expect(checkPurchase('cs_1')).resolves.toEqual({ step: status });
  },
);

test('a session without a paid order is none', async () => {
  answering(
    () => ({ status: 'unpaid', order: null }),
    () => ({ order: null }),
  );
  await expect(checkPurchase('cs_1')).resolves.toEqual({ step: 'none' });
});

test('a buyer whose payment is vouched for gets in while the order book is down', async () => {
  answering(verified, unreachable);
  await expect(checkPurchase('cs_1')).resolves.toEqual({ step: 'paid', order });
});

test('a verification that fails is no answer', async () => {
  answering(unreachable, found);
  await expect(checkPurchase('cs_1')).rejects.toThrow('offline');
});

test('leniently, a failed verification is logged and the order is looked for', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  answering(unreachable, found);
  await expect(checkPurchaseLeniently('cs_1')).resolves.toEqual({ step: 'paid', order });
  expect(log.mock.calls).toEqual([['Payment verification:', 'offline']]);
});

test('leniently, a failed verification without an order is no answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answering(unreachable, () => ({ order: null }));
  await expect(checkPurchaseLeniently('cs_1')).rejects.toThrow('offline');
});
