import { expect, test, vi } from 'vitest';
import type { PublicOrder } from '../../src/contract/orders.ts';
import {
  checkPurchase,
  checkPurchaseCalmly,
  type PurchaseCalls,
} from '../../src/purchase/purchase.ts';

const order: PublicOrder = {
  stripe_session_id: 'cs_1',
  status: 'paid',
  amount: 899,
  currency: 'USD',
  product_type: 'individual_guide_6_10',
  guide_name: 'Ages 6-10',
  created_at: '2026-01-01T00:00:00Z',
};

const calls = (changes: Partial<PurchaseCalls> = {}): PurchaseCalls => ({
  verifyPayment: async () => ({ status: 'paid', order }),
  findPaidOrder: async () => ({ order }),
  ...changes,
});
const down = async () => Promise.reject(new Error('down'));

test('a verified payment with a paid order is paid', async () => {
  await expect(checkPurchase('cs_1', calls())).resolves.toEqual({ step: 'paid', order });
});

test.each(['pending', 'failed', 'refunded', 'disputed'] as const)(
  'a %s payment is told as it is',
  async (status) => {
    const verifyPayment = async () => ({ status, order: null });
    await expect(checkPurchase('cs_1', calls({ verifyPayment }))).resolves.toEqual({
      step: status,
    });
  },
);

test('a session without a paid order is none', async () => {
  const none = calls({
    verifyPayment: async () => ({ status: 'unpaid', order: null }),
    findPaidOrder: async () => ({ order: null }),
  });
  await expect(checkPurchase('cs_1', none)).resolves.toEqual({ step: 'none' });
});

test('a buyer whose payment is vouched for gets in while the order book is down', async () => {
  await expect(checkPurchase('cs_1', calls({ findPaidOrder: down }))).resolves.toEqual({
    step: 'paid',
    order,
  });
});

test('a verification that fails is no answer', async () => {
  await expect(checkPurchase('cs_1', calls({ verifyPayment: down }))).rejects.toThrow('down');
});

test('calmly, a failed verification is logged and the order is looked for', async () => {
  const log = vi.fn<(error: unknown) => void>();
  const purchase = checkPurchaseCalmly('cs_1', calls({ verifyPayment: down }), log);
  await expect(purchase).resolves.toEqual({ step: 'paid', order });
  expect(log).toHaveBeenCalledOnce();
});
