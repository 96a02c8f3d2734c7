import { beforeEach, expect, test } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { productOf } from '../catalog.ts';
import { buyKnown, control, expectStatus } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import { subjectOf } from '../shop/templates.ts';

const { name } = productOf('bundle');

const shop = await openMailShop();
const owner = await ownerClient(shop);

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
