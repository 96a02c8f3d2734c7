import { createElement } from 'react';
import { expect, test } from 'vitest';
import { OrderFacts } from '../../src/admin/orders/OrderFacts.tsx';
import { OrderReceipt } from '../../src/admin/orders/OrderReceipt.tsx';
import { StatusBadge } from '../../src/admin/orders/StatusBadge.tsx';
import type { OrderDetail } from '../../src/contract/admin-orders.ts';
import type { OrderStatus } from '../../src/contract/orders.ts';
import { render, withoutTags } from './render.ts';
import { orderDetail, orderRow } from './sample-data.ts';

const DUE = '2026-12-05';

const renderFacts = (order: Partial<OrderDetail>): string =>
  render(createElement(OrderFacts, { order: orderDetail(order) }));

/** The facts by name: `{ Product: 'Complete Bundle' }` */
const factsOf = (order: Partial<OrderDetail>): Record<string, string> => {
  const facts: Record<string, string> = {};
  const html = renderFacts(order);
  for (const [, name = '', value = ''] of html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd>(.*?)<\/dd>/g)) {
    facts[name] = withoutTags(value);
  }
  return facts;
};

test('shows the end of the session id as the reference', () => {
  expect(factsOf({})).toMatchObject({ Reference: '…7Kq2Zx9w' });
});

test('keeps a range in the product’s name on one line', () => {
  expect(factsOf({ guide_name: 'Ages 6–10' })).toMatchObject({ Product: 'Ages 6\u2060–\u206010' });
});

test('shows the promotion code of an order', () => {
  expect(factsOf({ code: 'SPRING' })).toMatchObject({ 'Promotion code': 'SPRING' });
});

test('shows no promotion code for an order without one', () => {
  expect(factsOf({ code: null })).not.toHaveProperty('Promotion code');
});

test('shows the refund, dispute and tax that reduce the net', () => {
  const { Net } = factsOf({ refunded: 500, disputed: 1000, tax: 90, net: 409 });
  expect(Net).toBe('$4.09, after $5.00 refunded, $10.00 disputed, and $0.90 tax');
});

test('shows a negative net after a refund and a dispute', () => {
  const { Net } = factsOf({ refunded: 1999, disputed: 1999, net: -1999 });
  expect(Net).toMatch(/^-\$19\.99, after /);
});

test.each([
  { case: 'the net equals the amount', order: { status: 'paid', net: 1999 } },
  { case: 'nothing was paid', order: { status: 'pending', net: 0 } },
] as const)('omits the net if $case', ({ order }) => {
  expect(factsOf(order)).not.toHaveProperty('Net');
});

test('says what to do about a payment that doesn’t match the price', () => {
  const text = withoutTags(renderFacts({ status: 'unmatched' }));
  expect(text).toContain('Compare the payment in Stripe, then open downloads or refund it.');
});

const STATUSES: Readonly<Record<OrderStatus, OrderStatus>> = {
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  unmatched: 'unmatched',
  refunded: 'refunded',
  disputed: 'disputed',
  blocked: 'blocked',
};

test('gives each badge a different shape and label', () => {
  const orders = [
    ...Object.values(STATUSES).map((status) => orderRow({ status })),
    orderRow({ refunded: 500 }),
    orderRow({ refund_due_on: DUE }),
  ];
  const badges = orders.map((order) => render(createElement(StatusBadge, order)));
  const shapes = new Set(badges.map((html) => / d="([^"]+)"/.exec(html)?.[1]));
  const labels = new Set(badges.map(withoutTags));
  expect(shapes.size).toBe(orders.length);
  expect(labels.size).toBe(orders.length);
});

test.each([
  { order: 'a withdrawn order', facts: { refund_due_on: DUE }, label: 'Withdrawn' },
  {
    order: 'a withdrawn order with a partial refund',
    facts: { refund_due_on: DUE, refunded: 500 },
    label: 'Withdrawn',
  },
  {
    order: 'a withdrawn order with a full refund',
    facts: { refund_due_on: null, status: 'refunded' },
    label: 'Refunded',
  },
] as const)('shows "$label" in the list for $order', ({ facts, label }) => {
  const html = render(createElement(StatusBadge, orderRow(facts)));
  expect(withoutTags(html)).toBe(label);
});

const RECEIPT = {
  copy: 0,
  is_own: true,
  outcome: 'sent',
  at: '2026-11-21T12:00:00.000Z',
  detail: 'b9f0c7d2',
} as const;

test.each([
  { case: 'a receipt that was never sent', receipts: [], button: 'Send' },
  { case: 'a receipt that was sent', receipts: [RECEIPT], button: 'Send again' },
])('offers “$button” for $case', ({ receipts, button }) => {
  const order = orderDetail({ receipts: [...receipts] });
  const html = render(createElement(OrderReceipt, { order }));
  expect(html).toContain(`>${button}</button>`);
});

test('offers no receipt and says why if the buyer’s data was removed', () => {
  const order = orderDetail({ is_forgotten: true, next_copy: null });
  const html = render(createElement(OrderReceipt, { order }));
  expect(html).toContain('The buyer’s data was removed');
  expect(html).not.toContain('Not sent.');
  expect(html).not.toContain('<form');
});
