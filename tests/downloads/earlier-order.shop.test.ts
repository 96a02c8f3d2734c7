import { beforeEach, expect, test } from 'vitest';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import { type Seed, refundOf, saleFor, saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { hasEarlierOrder } = await import('../../netlify/downloads/access.ts');
beforeEach(() => shop.redis.flushall());

const buyer = 'a-buyer';
const guide = 'individual_guide_6_10';
const otherGuide = 'individual_guide_11_14';
const noon = saleFor(1).createdAt;

const orderOf = ({ id, sale }: Seed): Order => ({ sessionId: id, ...sale, ...NO_NOTES });
/** The buyer's `n`th order, a minute after the previous one. */
const nthOrder = (n: number, more: Partial<Order> = {}): Seed =>
  seedFor(n, { buyer, productType: guide, ...more });

/** Stores an earlier order, and a later order for the guide. Returns the later order. */
const saveAfter = async (earlier: Partial<Order>): Promise<Order> => {
  const order = nthOrder(2);
  await saveAll([nthOrder(1, earlier), order]);
  return orderOf(order);
};

test.each<{ name: string; earlier: Partial<Order> }>([
  { name: 'the same guide', earlier: {} },
  { name: 'the bundle, which contains the guide', earlier: { productType: 'bundle' } },
  { name: 'the guide with a partial refund', earlier: { refunds: [refundOf(100)] } },
])('finds an earlier order for $name', async ({ earlier }) => {
  expect(await hasEarlierOrder(await saveAfter(earlier))).toBe(true);
});

test.each<{ name: string; earlier: Partial<Order> }>([
  { name: 'another guide', earlier: { productType: otherGuide } },
  { name: 'the guide with a pending payment', earlier: { payment: 'pending', paidAt: null } },
  { name: 'the guide with a full refund', earlier: { refunds: [refundOf(899)] } },
  { name: 'the guide by another buyer', earlier: { buyer: 'another-buyer' } },
])('ignores an earlier order for $name', async ({ earlier }) => {
  expect(await hasEarlierOrder(await saveAfter(earlier))).toBe(false);
});

test('finds no earlier order for a bundle that was bought after one of its guides', async () => {
  const order = nthOrder(2, { productType: 'bundle' });
  await saveAll([nthOrder(1), order]);
  expect(await hasEarlierOrder(orderOf(order))).toBe(false);
});

test('finds no earlier order before the first of more than a hundred orders', async () => {
  const [first, ...later] = seedsFrom(1, 102, { buyer, productType: guide });
  if (!first) throw new Error('no seed');
  await saveAll([first, ...later]);
  expect(await hasEarlierOrder(orderOf(first))).toBe(false);
});

test('finds the earlier order before the second of more than a hundred orders', async () => {
  const [first, second, ...later] = seedsFrom(1, 103, { buyer, productType: guide });
  if (!first || !second) throw new Error('no seeds');
  await saveAll([first, second, ...later]);
  expect(await hasEarlierOrder(orderOf(second))).toBe(true);
});

test('treats neither of two orders in the same second as the earlier one', async () => {
  const orders = [1, 2].map((n) => nthOrder(n, { createdAt: noon, paidAt: noon }));
  await saveAll(orders);
  for (const order of orders) expect(await hasEarlierOrder(orderOf(order))).toBe(false);
});
