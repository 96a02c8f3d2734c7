import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderDetail, SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, openSession, setFaults, verify } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';
import { mailEvent, postEvent } from './events.ts';

const shop = await openTestShop({ withMail: true });
const owner = await ownerClient(shop);
const PARENT = 'parent@example.com';
const OTHER = 'grandma@example.com';

/** What became of mails is told when a test asks for it. */
const setMailFaults = (faults: object): Promise<Response> =>
  shop.controlMail('/_control/mail/faults', {
    ...jsonPost({ hold: true, ...faults }),
    method: 'PUT',
  });
const reportDelivery = (): Promise<Response> =>
  shop.controlMail('/_control/mail/flush', { method: 'POST' });

beforeEach(async () => {
  shop.failMail('none');
  shop.failRedis('none');
  shop.failStripe('none');
  await Promise.all([setFaults(shop, {}), setMailFaults({})]);
  vi.spyOn(console, 'error').mockReturnValue();
});

const order = (): Promise<string> => buy(shop, 'bundle');
const pathOf = async (session: string): Promise<string> =>
  `/api/admin/orders/${await orderNumber(session)}`;
const detailOf = async (session: string): Promise<OrderDetail> =>
  (await owner.call(await pathOf(session))).json();
const stateOf = async (session: string): Promise<string> => (await detailOf(session)).receipt.state;
const mailsFor = async (session: string): Promise<string[]> =>
  (await shop.inbox()).filter(({ text }) => text.includes(session)).map(({ to }) => to);
const lost = async (): Promise<string[]> =>
  (await (await owner.call('/api/admin/orders')).json()).lost_receipts;
const ask = async (session: string, wish: object = {}): Promise<Response> =>
  owner.post(`${await pathOf(session)}/receipt`, { copy: 1, ...wish });
const send = async (session: string, wish: object = {}): Promise<SendReceiptResponse> => {
  const response = await ask(session, wish);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
};
const reconcile = () => shop.post('/.netlify/functions/reconcile', {});
const letOthersTry = (session: string) =>
  shop.redis.zadd('receipts:dev', { score: 0, member: session });

test('a receipt that bounced is seen by the owner, sent to another address, and arrives', async () => {
  await setMailFaults({ bounce: [PARENT] });
  const session = await order();
  const number = await orderNumber(session);
  expect((await detailOf(session)).receipt).toMatchObject({ state: 'sent', next_copy: 1 });
  await reportDelivery();
  const bounced = await detailOf(session);
  expect(bounced).toMatchObject({ receipt_lost: true, receipt: { state: 'bounced' } });
  expect(bounced.receipt.says).toContain('most likely has a typo');
  expect(bounced.history.at(-1)).toMatchObject({
    kind: 'mail-lost',
    says: 'Receipt bounced (permanent, general)',
  });
  expect(await lost()).toContain(number);

  const sent = await send(session, { to: ` ${OTHER} ` });
  expect(sent).toMatchObject({ outcome: 'sent', says: 'The receipt is on its way.' });
  expect(sent.order.receipt).toMatchObject({ state: 'sent', next_copy: 2 });
  expect(await mailsFor(session)).toEqual([OTHER, PARENT]);
  expect(await lost()).not.toContain(number);
  await reportDelivery();
  const arrived = await detailOf(session);
  expect(arrived).toMatchObject({ receipt_lost: false, receipt: { state: 'delivered' } });
  expect(arrived.receipt.says).toContain('the other address');
  expect(arrived.history.map(({ says }) => says)).toEqual(
    expect.arrayContaining([
      'Receipt copy to another address emailed',
      'Receipt copy to another address delivered',
    ]),
  );
  const { customer_details: customer } = await shop.stripe.checkout.sessions.retrieve(session);
  expect(customer?.email).toBe(PARENT);
});

describe('the same wish twice is one mail', () => {
  test('at once, as a double click or two tabs send it', async () => {
    const session = await order();
    await setMailFaults({ delayMs: 300 });
    const answers = await Promise.all([send(session), send(session), send(session)]);
    expect(answers.filter(({ says }) => says === 'The receipt is on its way.')).toHaveLength(1);
    expect(answers.filter(({ says }) => says.startsWith('It’s being sent'))).toHaveLength(2);
    expect(await mailsFor(session)).toEqual([PARENT, PARENT]);
  });

  test('one after the other, by who has not seen the first', async () => {
    const session = await order();
    await send(session);
    const again = await send(session);
    expect(again).toMatchObject({ outcome: 'sent', order: { receipt: { next_copy: 2 } } });
    expect(again.says).toContain('Nothing more was sent');
    expect(await mailsFor(session)).toHaveLength(2);
    await send(session, { copy: 2 });
    expect(await mailsFor(session)).toHaveLength(3);
  });

  test('where the answer of the mail service was lost', async () => {
    const session = await order();
    await setMailFaults({ cutOff: true });
    const unsure = await send(session);
    expect([unsure.outcome, unsure.order.receipt.next_copy]).toEqual(['failed', 1]);
    expect(unsure.says).toContain('we can’t tell');
    await setMailFaults({});
    expect(await send(session)).toMatchObject({ outcome: 'sent' });
    expect(await mailsFor(session)).toHaveLength(2);
  });

  test('but to another address it is another mail, though the first answer was lost', async () => {
    const session = await order();
    await setMailFaults({ cutOff: true });
    await send(session);
    await setMailFaults({});
    expect(await send(session, { to: OTHER })).toMatchObject({ outcome: 'sent' });
    expect(await mailsFor(session)).toEqual([OTHER, PARENT, PARENT]);
  });
});

describe('a mail that does not go out', () => {
  test('because the mail service is down is told, and goes out at the next press', async () => {
    const session = await order();
    await setMailFaults({ status: 503 });
    const failed = await send(session);
    expect([failed.outcome, failed.order.receipt.state]).toEqual(['failed', 'sent']);
    expect(failed.says).toBe(
      'Nothing was sent: the email service isn’t accepting email right now. Please try again in a few minutes.',
    );
    await setMailFaults({});
    expect(await send(session)).toMatchObject({ outcome: 'sent' });
    expect(await mailsFor(session)).toHaveLength(2);
  });

  test.each([
    [{ status: 403 }, 'doesn’t let the shop send (403 validation error)'],
    [{ status: 422, name: 'invalid_from_address' }, 'doesn’t let the shop send (422 invalid from'],
    [
      { status: 429, name: 'daily_quota_exceeded' },
      'you’ve used up today’s or this month’s emails',
    ],
  ])('because the shop may not send is told so: %j', async (faults, says) => {
    const session = await order();
    await setMailFaults(faults);
    expect((await send(session)).says).toContain(says);
    expect(await stateOf(session)).toBe('sent');
  });

  test('because it is refused is told, and the next one is another copy', async () => {
    const session = await order();
    await setMailFaults({ status: 422 });
    const refused = await send(session, { to: OTHER });
    expect(refused).toMatchObject({
      outcome: 'failed',
      order: { receipt_lost: true, receipt: { state: 'refused', next_copy: 2 } },
    });
    expect(refused.says).toMatch(/^Nothing was sent\. The email service rejected it: 422/);
  });

  test('because Stripe does not tell the address goes out at the next press', async () => {
    const session = await order();
    shop.failStripe('500');
    await expectProblem(await ask(session), 502, 'payment_unavailable');
    // Another address needs no question to Stripe.
    expect(await send(session, { to: OTHER })).toMatchObject({ outcome: 'sent' });
    shop.failStripe('none');
    expect(await send(session, { copy: 2 })).toMatchObject({ outcome: 'sent' });
    expect(await mailsFor(session)).toEqual([PARENT, OTHER, PARENT]);
  });

  test('because Redis is down is not sent unnoted', async () => {
    const session = await order();
    shop.failRedis('500');
    await expectProblem(await ask(session), 503, 'temporarily_unavailable');
    shop.failRedis('none');
    expect(await mailsFor(session)).toHaveLength(1);
  });
});

const waiting = async (): Promise<string> => {
  await setMailFaults({ status: 503 });
  const session = await order();
  await setMailFaults({});
  await letOthersTry(session);
  return session;
};

const expectNothingWaits = async (): Promise<void> => {
  await reconcile();
  expect(await shop.redis.zcard('receipts:dev')).toBe(0);
};

describe('of a receipt that still waits', () => {
  test('the owner reads that it does, and sends that one itself', async () => {
    const session = await waiting();
    expect((await detailOf(session)).receipt).toMatchObject({ state: 'waits', next_copy: 1 });
    expect(await send(session)).toMatchObject({
      outcome: 'sent',
      order: { receipt: { state: 'sent', next_copy: 1 } },
    });
    await reconcile();
    expect(await mailsFor(session)).toEqual([PARENT]);
  });

  test('but is known to have bounced another goes out, and that one is tried no more', async () => {
    await setMailFaults({ cutOff: true });
    const session = await order();
    await setMailFaults({});
    await letOthersTry(session);
    await postEvent(shop, await mailEvent(session, 'email.bounced'));
    expect(await stateOf(session)).toBe('bounced');
    expect(await send(session)).toMatchObject({ order: { receipt: { state: 'sent' } } });
    expect(await mailsFor(session)).toEqual([PARENT, PARENT]);
    await expectNothingWaits();
    expect(await mailsFor(session)).toHaveLength(2);
  });

  test('none goes out any more once another address has it', async () => {
    const session = await waiting();
    expect(await send(session, { to: OTHER })).toMatchObject({ outcome: 'sent' });
    await expectNothingWaits();
    expect(await mailsFor(session)).toEqual([OTHER]);
    expect(await stateOf(session)).toBe('sent');
  });

  test('a copy that was refused says nothing', async () => {
    const session = await waiting();
    await setMailFaults({ status: 422 });
    await send(session, { to: OTHER });
    expect(await stateOf(session)).toBe('waits');
  });
});

test('a receipt that the mail service refuses stands among the lost ones', async () => {
  await setMailFaults({ status: 422 });
  const session = await order();
  expect(await detailOf(session)).toMatchObject({
    receipt_lost: true,
    receipt: { state: 'refused' },
  });
  expect(await lost()).toContain(await orderNumber(session));
  await setMailFaults({});
  await send(session);
  expect(await lost()).not.toContain(await orderNumber(session));
});

const complained = async (): Promise<string> => {
  const session = await order();
  await postEvent(shop, await mailEvent(session, 'email.complained'));
  return session;
};

describe('who has reported a receipt as spam', () => {
  test.each([{}, { to: PARENT }, { to: ' Parent@Example.com' }])(
    'gets another only at a second press: %j',
    async (wish) => {
      const session = await complained();
      expect(await stateOf(session)).toBe('spam');
      const warned = await send(session, wish);
      expect(warned).toMatchObject({ outcome: 'spam', order: { receipt: { next_copy: 1 } } });
      expect(warned.says).toContain('Nothing was sent yet.');
      expect(await mailsFor(session)).toHaveLength(1);
      expect(await send(session, { ...wish, anyway: true })).toMatchObject({ outcome: 'sent' });
      expect(await mailsFor(session)).toHaveLength(2);
    },
  );

  test('is not asked about where it goes to somebody else', async () => {
    const session = await complained();
    expect(await send(session, { to: OTHER })).toMatchObject({ outcome: 'sent' });
  });
});

describe('nothing is sent', () => {
  test.each([
    { to: 'nobody' },
    { to: 'a@b.example, c@d.example' },
    { to: `${'a'.repeat(250)}@example.com` },
    { to: 'Grandma <grandma@example.com>' },
    { to: 'a@example.com\r\nBcc: b@example.com' },
    { copy: 0 },
    { copy: 2 },
    { copy: 1.5 },
    { copy: undefined },
    { cc: OTHER },
  ])('for %j', async (wish) => {
    const session = await order();
    await expectProblem(await ask(session, wish), 400, 'invalid_request');
    expect(await mailsFor(session)).toHaveLength(1);
  });

  test('for an order that is not there', async () => {
    await expectProblem(await ask('cs_test_nobody'), 404, 'order_not_found');
  });

  test('for an order that is not paid', async () => {
    const session = await openSession(shop, 'bundle');
    await shop.control('/_control/pay', jsonPost({ session, method: 'bank', settle: 'never' }));
    await verify(shop, session);
    expect((await detailOf(session)).receipt).toMatchObject({ state: 'none', next_copy: null });
    await expectProblem(await ask(session), 400, 'invalid_request');
    expect(await mailsFor(session)).toEqual([]);
  });
});

test('no address is kept of what the owner sends, nor logged', async () => {
  const spies = (['log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
  const session = await order();
  await send(session, { to: OTHER });
  await setMailFaults({ status: 422 });
  await send(session, { copy: 2, to: OTHER });
  const said = spies.flatMap((spy) => spy.mock.calls).join('\n');
  expect(said).toContain('/api/admin/orders/:number/receipt');
  expect(said).not.toMatch(/grandma|@example/);
  expect(JSON.stringify(await shop.redis.hgetall(`order:dev:${session}`))).not.toMatch(/grandma|@/);
  expect((await shop.redis.keys('*')).join('\n')).not.toMatch(/grandma|@/);
});
