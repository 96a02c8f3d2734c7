import type { OrderRow } from '../../src/contract/admin-orders.ts';

/** An order as the owner's list has it. */
export const orderRow = (more: Partial<OrderRow> = {}): OrderRow => ({
  number: 'A',
  reference: '7Kq2Zx9w',
  created_at: '2026-11-21T10:00:00.000Z',
  product_type: 'bundle',
  guide_name: 'Complete Bundle',
  amount: 1999,
  refunded: 0,
  currency: 'USD',
  status: 'paid',
  downloads: 0,
  receipt_lost: false,
  ...more,
});
