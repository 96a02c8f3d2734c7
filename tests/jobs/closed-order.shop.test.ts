import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { centsOf, productOf } from '../catalog.ts';
import { buyKnown, control, expectStatus } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import type { Meet } from '../shop/runs.ts';
import { subjectOf } from '../shop/templates.ts';

const { name } = productOf('bundle');

const shop = await openMailShop();
const owner = await ownerClient(shop);

const { catalog } = await import('../../netlify/shop/catalog.ts');
const { forgetBuyer } = await import('../../netlify/orders/forget.ts');

beforeEach(() => shop.empty());

const pathOf = (session: string): string => `/api/admin/orders/${orderNumberOf(session)}`;

const setAccess = async (session: string, access: 'blocked' | 'open'): Promise<void> => {
  await owner.post(`${pathOf(session)}/access`, { access });
};
const block = (session: string) => setAccess(session, 'blocked');

const refund = async (session: string): Promise<void> => {
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
};

const dispute = async (session: string): Promise<void> => {
  await control(shop, 'dispute', { session });
  await expectStatus(shop, session, 'disputed');
};

const sendReceiptAgain = (session: string, copy = 1): Promise<Response> =>
  owner.post(`${pathOf(session)}/receipt`, { copy });

const newestMail = async (session: string) => (await shop.mailsAbout(session))[0];

test.each([
  { status: 'refunded', closeOrder: refund },
  { status: 'disputed', closeOrder: dispute },
  { status: 'blocked', closeOrder: block },
])(
  'sends a notice instead of the receipt if the owner resends the receipt of a $status order',
  async (row) => {
    const session = await buyKnown(shop, 'bundle');
    await row.closeOrder(session);
    await sendReceiptAgain(session);
    const mail = await newestMail(session);
    expect(mail?.subject).toBe(subjectOf('order-closed', name));
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain(`It is ${row.status}. Words of ${row.status}.`);
      expect(body).toContain(orderNumberOf(session));
    }
  },
);

test('sends the receipt again for a partly refunded order', async () => {
  const session = await buyKnown(shop, 'bundle');
  await control(shop, 'refund', { session, amount: centsOf('bundle') - 1 });
  await sendReceiptAgain(session);
  expect((await newestMail(session))?.subject).toBe(subjectOf('receipt', name));
});

test('sends a notice instead of a waiting receipt if the order was refunded in the meantime', async () => {
  await shop.setMailFaults({ status: 503 });
  const session = await buyKnown(shop, 'bundle');
  await refund(session);
  await shop.setMailFaults({});
  pass(5);
  await shop.runSchedule();
  const mails = await shop.mailsAbout(session);
  expect(mails.map(({ subject }) => subject)).toEqual([subjectOf('order-closed', name)]);
});

describe('after the owner blocks or reopens an order', () => {
  test('sends the receipt again if the owner reopened a refunded order', async () => {
    const session = await buyKnown(shop, 'bundle');
    await refund(session);
    await setAccess(session, 'open');
    await sendReceiptAgain(session);
    expect((await newestMail(session))?.subject).toBe(subjectOf('receipt', name));
  });

  test('sends a notice instead of the receipt if the owner blocks a reopened order again', async () => {
    const session = await buyKnown(shop, 'bundle');
    await setAccess(session, 'blocked');
    await setAccess(session, 'open');
    await sendReceiptAgain(session, 1);
    expect((await newestMail(session))?.subject).toBe(subjectOf('receipt', name));
    await setAccess(session, 'blocked');
    await sendReceiptAgain(session, 2);
    expect((await newestMail(session))?.subject).toBe(subjectOf('order-closed', name));
  });
});

/** Delays a withdrawal's emails until the order is closed. Returns the emails sent after that. */
const emailsAfter = async (closeOrder: (session: string) => Promise<void>) => {
  const session = await buyKnown(shop, 'bundle');
  await shop.runSchedule();
  const sentBefore = (await shop.inbox()).length;
  await shop.setMailFaults({ status: 503 });
  await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
  await closeOrder(session);
  await shop.setMailFaults({});
  pass(5);
  await shop.runSchedule();
  return (await shop.inbox()).slice(0, -sentBefore);
};

describe('a withdrawal whose emails are sent after the order is closed', () => {
  const { checkout } = catalog;
  beforeEach(() => void Object.assign(catalog, { checkout: { withdrawal: true } }));
  afterEach(() => void Object.assign(catalog, { checkout }));

  const ROWS = [
    { status: 'refunded', closeOrder: refund },
    { status: 'disputed', closeOrder: dispute },
  ];

  test.each(ROWS)(
    'confirms the withdrawal and says that the order is $status',
    async ({ status, closeOrder }) => {
      const [confirmation] = await emailsAfter(closeOrder);
      expect(confirmation?.subject).toBe(subjectOf('withdrawal', name));
      for (const body of [confirmation?.text, confirmation?.html]) {
        expect(body).toContain(`Words of ${status}.`);
        expect(body).not.toContain('{refundDue}');
      }
    },
  );

  test.each(ROWS)('does not ask the owner to refund a $status order', async ({ closeOrder }) => {
    const recipients = (await emailsAfter(closeOrder)).map(({ to }) => to);
    expect(recipients).toEqual(['parent@example.com']);
  });
});

const failHashes: Meet = async (_call, send, request) => {
  const commands = await request.clone().text();
  if (commands.toLowerCase().includes('hgetall')) throw new TypeError('Redis is down');
  return send();
};

describe('while the shop cannot read orders from Redis', () => {
  test.each([
    { state: 'blocked', change: block },
    { state: 'forgotten', change: forgetBuyer },
  ])('sends no link to a $state order if the order cannot be read', async ({ change }) => {
    const session = await buyKnown(shop, 'bundle');
    await shop.runSchedule();
    await change(session);
    const sentBefore = (await shop.mailsAbout(session)).length;
    const find = () => shop.post('/api/find-purchase', { email: 'parent@example.com' });
    await shop.runOnce(find, failHashes);
    expect(await shop.mailsAbout(session)).toHaveLength(sentBefore);
  });
});
