import { createElement } from 'react';
import { expect, test } from 'vitest';
import { OrderFacts } from '../../src/admin/orders/OrderFacts.tsx';
import type { OrderDetail } from '../../src/contract/admin-orders.ts';
import { render, withoutTags } from './render.ts';
import { orderDetail } from './sample-data.ts';

const renderFacts = (order: Partial<OrderDetail>): string =>
  render(createElement(OrderFacts, { order: orderDetail(order) }));

/** The facts by their names: `{ Product: 'Complete Bundle' }` */
const factsOf = (order: Partial<OrderDetail>): Record<string, string> => {
  const facts: Record<string, string> = {};
  const html = renderFacts(order);
  for (const [, name = '', value = ''] of html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd>(.*?)<\/dd>/g)) {
    facts[name] = withoutTags(value);
  }
  return facts;
};

test('shows the promotion code of an order', () => {
  expect(factsOf({ code: 'SPRING' })).toMatchObject({ 'Promotion code': 'SPRING' });
});

test('shows no promotion code for an order without one', () => {
  expect(factsOf({ code: null })).not.toHaveProperty('Promotion code');
});

test('shows the net with what was refunded, disputed, and owed in tax', () => {
  const { Net } = factsOf({ refunded: 500, disputed: 1000, tax: 90, net: 409 });
  expect(Net).toBe('$4.09, after $5.00 refunded, $10.00 disputed, and $0.90 tax');
});

test('shows a negative net after a refund and a dispute', () => {
  const { Net } = factsOf({ refunded: 1999, disputed: 1999, net: -1999 });
  expect(Net).toMatch(/^-\$19\.99, after /);
});

test.each([
  { case: 'equals the amount', order: { status: 'paid', net: 1999 } },
  { case: 'is zero because nothing was paid', order: { status: 'pending', net: 0 } },
] as const)('shows no net that $case', ({ order }) => {
  expect(factsOf(order)).not.toHaveProperty('Net');
});
