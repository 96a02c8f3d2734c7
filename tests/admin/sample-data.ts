import type { OrderDetail, OrderRow } from '../../src/contract/admin-orders.ts';
import type { CurrentEdition, GuideFiles } from '../../src/contract/guide-files.ts';

export const UPLOADED: CurrentEdition = {
  isSample: false,
  id: 'current',
  size: 10,
  sha256: '',
  pages: 15,
  uploadedAs: 'a.pdf',
  uploadedAt: '2026-11-03T10:00:00.000Z',
  since: '2026-11-03T10:00:00.000Z',
  copies: null,
};

export const SAMPLE: CurrentEdition = {
  isSample: true,
  size: 1,
  sha256: '',
  since: null,
  copies: null,
};

/** A product and its current file, if it has one. */
export const guideFiles = (
  id: string,
  current: CurrentEdition | null,
  more: Partial<GuideFiles> = {},
): GuideFiles => ({
  id,
  product: id,
  name: id,
  file_name: `${id}.pdf`,
  is_active: true,
  is_for_sale: true,
  current,
  earlier: [],
  announcement: null,
  buyers: 0,
  ...more,
});

export const orderRow = (more: Partial<OrderRow> = {}): OrderRow => ({
  number: 'A',
  reference: '7Kq2Zx9w',
  sold_at: '2026-11-21T10:00:00.000Z',
  product_type: 'bundle',
  guide_name: 'Complete Bundle',
  amount: 1999,
  discount: 0,
  code: null,
  paid_tax: 0,
  presented: null,
  refunded: 0,
  disputed: 0,
  tax: 0,
  net: 1999,
  currency: 'USD',
  status: 'paid',
  fetched: 0,
  refund_due_on: null,
  ...more,
});

/** The details of a paid order in a shop that sends email. */
export const orderDetail = (more: Partial<OrderDetail> = {}): OrderDetail => ({
  ...orderRow(),
  session_id: 'cs_test_made_up_for_tests_7Kq2Zx9w',
  stripe_url: 'https://dashboard.stripe.com/test/payments/pi_made_up_for_tests',
  disputes: [],
  access: null,
  withdrawn_at: null,
  awaits_files_since: null,
  is_forgotten: false,
  files: [],
  receipts: [],
  receipt_waits: false,
  next_copy: 1,
  ...more,
});
