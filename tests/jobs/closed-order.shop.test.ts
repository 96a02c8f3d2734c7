import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { productOf } from '../catalog.ts';
import { buyKnown, control, expectStatus } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import type { Meet } from '../shop/runs.ts';
import { subjectOf } from '../shop/templates.ts';

const { name } = productOf('bundle');

const shop = await openMailShop();
const owner = await ownerClient(shop);

// The functions' own, which share their connection.
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { forgetBuyer } = await import('../../netlify/orders/forget.ts');

beforeEach(() => shop.empty());

const pathOf = (session: string): string => `/api/admin/orders/${orderNumberOf(session)}`;

const block = async (session: string): Promise<void> => {
  await owner.post(`${pathOf(session)}/access`, { access: 'blocked' });
};

const close = async (session: string, action: 'refund' | 'dispute'): Promise<void> => {
  await control(shop, action, { session });
  await expectStatus(shop, session, `${action}${action === 'refund' ? 'ed' : 'd'}`);
};

const newestMail = async (session: string) => (await shop.mailsAbout(session))[0];

test.each([
  { status: 'refunded', closeOrder: (session: string) => close(session, 'refund') },
  { status: 'disputed', closeOrder: (session: string) => close(session, 'dispute') },
  { status: 'blocked', closeOrder: block },
])('says that the order is $status if its receipt is sent again', async (row) => {
  const session = await buyKnown(shop, 'bundle');
  await row.closeOrder(session);
  await owner.post(`${pathOf(session)}/receipt`, { copy: 1 });
  const mail = await newestMail(session);
  expect(mail?.subject).toBe(subjectOf('order-closed', name));
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain(`It is ${row.status}. Words of ${row.status}.`);
    expect(body).toContain(orderNumberOf(session));
  }
});

test('says that the order was refunded if its receipt waited until then', async () => {
  await shop.setMailFaults({ status: 503 });
  const session = await buyKnown(shop, 'bundle');
  await close(session, 'refund');
  await shop.setMailFaults({});
  pass(5);
  await shop.runSchedule();
  const mails = await shop.mailsAbout(session);
  expect(mails.map(({ subject }) => subject)).toEqual([subjectOf('order-closed', name)]);
});

test('sends the receipt again once the owner has opened the order', async () => {
  const session = await buyKnown(shop, 'bundle');
  await close(session, 'refund');
  await owner.post(`${pathOf(session)}/access`, { access: 'open' });
  await owner.post(`${pathOf(session)}/receipt`, { copy: 1 });
  expect((await newestMail(session))?.subject).toBe(subjectOf('receipt', name));
});

/** Lets a withdrawal's emails wait until the order is closed. Returns those that are sent. */
const emailsAfter = async (action: 'refund' | 'dispute') => {
  const session = await buyKnown(shop, 'bundle');
  await shop.runSchedule();
  const sentBefore = (await shop.inbox()).length;
  await shop.setMailFaults({ status: 503 });
  await shop.call(`/api/withdraw?session_id=${session}`, { method: 'POST' });
  await close(session, action);
  await shop.setMailFaults({});
  pass(5);
  await shop.runSchedule();
  return (await shop.inbox()).slice(0, -sentBefore);
};

describe('if the money is on its way back before the emails about a withdrawal are sent,', () => {
  const { checkout } = catalog;
  beforeEach(() => void Object.assign(catalog, { checkout: { withdrawal: true } }));
  afterEach(() => void Object.assign(catalog, { checkout }));

  test.each([
    { action: 'refund', status: 'refunded' },
    { action: 'dispute', status: 'disputed' },
  ] as const)('the confirmation says that the order is $status', async ({ action, status }) => {
    const [confirmation] = await emailsAfter(action);
    expect(confirmation?.subject).toBe(subjectOf('withdrawal', name));
    for (const body of [confirmation?.text, confirmation?.html]) {
      expect(body).toContain(`Words of ${status}.`);
      expect(body).not.toContain('{refundDue}');
    }
  });

  test.each(['refund', 'dispute'] as const)(
    'the owner is not told to refund it (%s)',
    async (action) => {
      const recipients = (await emailsAfter(action)).map(({ to }) => to);
      expect(recipients).toEqual(['parent@example.com']);
    },
  );
});

const failHashes: Meet = async (_call, send, request) => {
  const commands = await request.clone().text();
  if (commands.toLowerCase().includes('hgetall')) throw new TypeError('Redis is away');
  return send();
};

describe('while Redis does not say which orders are blocked or forgotten,', () => {
  test.each([
    { state: 'blocked', change: block },
    { state: 'forgotten', change: forgetBuyer },
  ])('find-purchase sends no link to a $state order', async ({ change }) => {
    const session = await buyKnown(shop, 'bundle');
    await shop.runSchedule();
    await change(session);
    const sentBefore = (await shop.mailsAbout(session)).length;
    const find = () => shop.post('/api/find-purchase', { email: 'parent@example.com' });
    await shop.runOnce(find, failHashes);
    expect(await shop.mailsAbout(session)).toHaveLength(sentBefore);
  });
});
