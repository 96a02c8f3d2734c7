import { expect, test } from 'vitest';
import { MOST_LISTED, orderList } from '../../netlify/mail/order-list.ts';
import { numberOf } from '../../netlify/orders/order-names.ts';
import type { Order } from '../../netlify/orders/orders.ts';
import { hostedServices } from '../shop/hosted-services.ts';

const { environment } = await hostedServices();
Object.assign(process.env, environment);
const LINK = `${environment['PUBLIC_SITE_URL']}/guide-download?session_id=cs_test_1`;
const NUMBER = `Order number: ${numberOf('cs_test_1')}`;

const NOON = Date.UTC(2026, 10, 22, 12) / 1000;

const orderFor = (n: number, more: Partial<Order> = {}): Order => ({
  sessionId: `cs_test_${n}`,
  productType: 'bundle',
  amountInCents: 1999,
  currency: 'usd',
  createdAt: NOON + n,
  paymentId: null,
  status: 'paid',
  refundedInCents: 0,
  ...more,
});

const listOf = (orders: readonly Order[]) => {
  const list = orderList(orders);
  if (typeof list === 'string') throw new Error('a list is both, text and HTML');
  return list;
};
const linksIn = (text: string) => text.match(/http:\S+session_id=\w+/g) ?? [];

test('an order is its name, its day, its number and its link', () => {
  const { text, html } = listOf([orderFor(1, { productType: 'Pens & <Paper>' })]);
  expect(text.split('\n')).toEqual(['Pens & <Paper>', 'November 22, 2026', NUMBER, LINK]);
  expect(html).toContain('Pens &amp; &lt;Paper&gt;');
  expect(html).toContain(NUMBER);
  expect(html).toContain(`href="${LINK}"`);
});

test('an order whose payment failed says so, and has no link', () => {
  const { text, html } = listOf([orderFor(1, { status: 'failed' })]);
  expect(text).toContain('Your payment didn’t go through');
  expect(html).toContain('Your payment didn’t go through');
  expect(linksIn(text + html)).toEqual([]);
});

test(`the newest ${MOST_LISTED} are listed, with a word about the others`, () => {
  const orders = Array.from({ length: MOST_LISTED + 1 }, (_, n) => orderFor(n));
  const { text, html } = listOf(orders);
  expect(linksIn(text)).toHaveLength(MOST_LISTED);
  expect(linksIn(text)[0]).toMatch(/cs_test_50$/);
  expect(linksIn(text).at(-1)).toMatch(/cs_test_1$/);
  expect(text).toContain('You have older orders than these.');
  expect(html).toContain('You have older orders than these.');
  expect(listOf(orders.slice(1)).text).not.toContain('older orders');
});
