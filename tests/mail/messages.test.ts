import generated from '#generated';
import { beforeAll, expect, test } from 'vitest';
import type { OrderStatus } from '../../src/contract/orders.ts';
import { MOST_LISTED, orderList } from '../../netlify/mail/found.ts';
import { fillMail } from '../../netlify/mail/message.ts';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import { numberOf } from '../../netlify/shop/words.ts';
import { saleFor } from '../shop/seed.ts';
import { SETTINGS } from '../shop/settings.ts';
import { PLAIN_MAILS } from '../shop/templates.ts';

beforeAll(() => {
  Object.assign(process.env, SETTINGS);
  Object.assign(generated, PLAIN_MAILS);
});

const createdAt = Date.UTC(2026, 10, 22, 12) / 1000;
const closing = { id: '1', amountInCents: 1999, status: 'lost', createdAt, dueBy: null };
/** The data of an order with each status. */
const MAKES: Readonly<Record<OrderStatus, Partial<Order>>> = {
  paid: {},
  pending: { payment: 'pending', paidAt: null },
  failed: { payment: 'failed', paidAt: null },
  refunded: { refunds: [{ ...closing, status: 'succeeded' }] },
  disputed: { disputes: [closing] },
  blocked: { access: { is: 'blocked', at: createdAt } },
};

const orderFor = (n: number, status: OrderStatus = 'paid'): Order => ({
  sessionId: `cs_test_${n}`,
  ...saleFor(1, { amountInCents: 1999, createdAt: createdAt + n, productType: 'Pens & <Paper>' }),
  ...NO_NOTES,
  ...MAKES[status],
});

const listOf = (...orders: readonly Order[]) => {
  const list = orderList(orders);
  if (typeof list === 'string') throw new Error('a list is both, text and HTML');
  return list;
};

test('an order is its name, its day, its number and its link', () => {
  const { text, html } = listOf(orderFor(1));
  const link = `${SETTINGS.PUBLIC_SITE_URL}/guide-download?session_id=cs_test_1`;
  const number = `Order MSK-${numberOf('cs_test_1')}`;
  expect(text.split('\n')).toEqual(['Pens & <Paper>', 'November 22, 2026', number, link]);
  for (const words of ['Pens &amp; &lt;Paper&gt;', number, `href="${link}"`]) {
    expect(html).toContain(words);
  }
});

test.each(['pending', 'failed', 'refunded', 'disputed', 'blocked'] as const)(
  'an order that is %s says why, as the pages do, and has no link',
  (status) => {
    const { text, html } = listOf(orderFor(1, status));
    for (const list of [text, html]) {
      const { heading, text: words } = PLAIN_MAILS.orders[status];
      expect(list).toContain(`${heading}. ${words}`);
    }
    expect(text).not.toContain('session_id=');
    expect(html).not.toContain('href=');
  },
);

test(`the newest ${MOST_LISTED} are listed, with a word about the others`, () => {
  const orders = Array.from({ length: MOST_LISTED + 1 }, (_, n) => orderFor(n));
  const { text, html } = listOf(...orders);
  const links = text.match(/cs_test_\w+/g) ?? [];
  expect([links[0], links.at(-1), links.length]).toEqual(['cs_test_50', 'cs_test_1', MOST_LISTED]);
  for (const words of [text, html]) expect(words).toContain('You have older orders than these.');
  expect(listOf(...orders.slice(1)).text).not.toContain('older orders');
});

test.each([
  [
    'Pens & <"Paper">',
    '<p>Pens &amp; &lt;&quot;Paper&quot;&gt;</p>',
    'New.\n\nPens & <"Paper">\n\nEnd.',
  ],
  ['', '', 'New.\n\nEnd.'],
])('an email of %j has no paragraph of which nothing is left', (guide, html, text) => {
  const [subject, replyTo] = ['Of {guide}', 'help@shop.example'];
  const template = { subject, replyTo, html: '<p>{guide}</p>', text: 'New.\n\n{guide}\n\nEnd.' };
  expect(fillMail(template, { guide })).toEqual({ replyTo, subject: `Of ${guide}`, html, text });
});
