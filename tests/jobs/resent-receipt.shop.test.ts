import { describe, expect, test } from 'vitest';
import type { OrderDetail, SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { buy } from '../shop/buying.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { setMailFaults } = shop;
const PARENT = 'parent@example.com';
const OTHER = 'grandma@example.com';

const REFUSES_ADDRESS = { status: 422 };
const IS_DOWN = { status: 503 };
const LOSES_RESPONSES = { cutOff: true };
const WORKS = {};

const recipientsOf = async (session: string): Promise<string[]> =>
  (await shop.mailsAbout(session)).map(({ to }) => to);

const ask = (session: string, call: object = {}): Promise<Response> =>
  owner.post(`/api/admin/orders/${orderNumberOf(session)}/receipt`, { copy: 1, ...call });

const sendAgain = async (session: string, call: object = {}): Promise<SendReceiptResponse> => {
  const response = await ask(session, call);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
};

/** Buys a bundle while the mail service fails this way. */
const buyWithMailFaults = async (faults: object): Promise<string> => {
  await setMailFaults(faults);
  const session = await buy(shop, 'bundle');
  await setMailFaults(WORKS);
  return session;
};

/** Tries a waiting first receipt again, now that the mail service works. */
const runWaitingReceipt = async (session: string): Promise<void> => {
  await setMailFaults(WORKS);
  await shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member: `receipt:${session}` });
  await shop.runSchedule();
};

type Case = {
  readonly name: string;
  /** How the mail service fails when the order is placed. */
  readonly faultsBefore: object;
  /** The address that the owner enters. */
  readonly to?: string;
  /** How the mail service fails when the owner sends the receipt. */
  readonly faults: object;
  readonly outcome: SendReceiptResponse['outcome'];
  /** The receipts that the owner sees after that. Copy 0 is the first receipt. */
  readonly receipts: readonly Pick<OrderDetail['receipts'][number], 'copy' | 'outcome'>[];
  readonly nextCopy: number;
  /** The addresses that finally get an email, newest first. */
  readonly recipients: readonly string[];
};

describe('a receipt that the owner sends again', () => {
  test.each<Case>([
    {
      name: 'sends a second receipt to the buyer',
      faultsBefore: WORKS,
      faults: WORKS,
      outcome: 'sent',
      receipts: [
        { copy: 0, outcome: 'sent' },
        { copy: 1, outcome: 'sent' },
      ],
      nextCopy: 2,
      recipients: [PARENT, PARENT],
    },
    {
      name: 'sends a second receipt to another address',
      faultsBefore: WORKS,
      to: OTHER,
      faults: WORKS,
      outcome: 'sent',
      receipts: [
        { copy: 0, outcome: 'sent' },
        { copy: 1, outcome: 'sent' },
      ],
      nextCopy: 2,
      recipients: [OTHER, PARENT],
    },
    {
      name: 'reports that another address was refused after the first receipt was sent',
      faultsBefore: WORKS,
      to: OTHER,
      faults: REFUSES_ADDRESS,
      outcome: 'refused',
      receipts: [
        { copy: 0, outcome: 'sent' },
        { copy: 1, outcome: 'refused' },
      ],
      nextCopy: 2,
      recipients: [PARENT],
    },
    {
      name: 'sends the first receipt if it is still waiting',
      faultsBefore: IS_DOWN,
      faults: WORKS,
      outcome: 'sent',
      receipts: [{ copy: 0, outcome: 'sent' }],
      nextCopy: 1,
      recipients: [PARENT],
    },
    {
      name: 'sends a waiting first receipt even if another address is refused',
      faultsBefore: IS_DOWN,
      to: OTHER,
      faults: REFUSES_ADDRESS,
      outcome: 'refused',
      receipts: [{ copy: 1, outcome: 'refused' }],
      nextCopy: 2,
      recipients: [PARENT],
    },
    {
      name: 'sends a second receipt to the buyer after the first receipt was refused',
      faultsBefore: REFUSES_ADDRESS,
      faults: WORKS,
      outcome: 'sent',
      receipts: [
        { copy: 0, outcome: 'refused' },
        { copy: 1, outcome: 'sent' },
      ],
      nextCopy: 2,
      recipients: [PARENT],
    },
    {
      name: 'confirms that the first receipt was sent, even though Resend’s response was lost',
      faultsBefore: LOSES_RESPONSES,
      faults: WORKS,
      outcome: 'sent',
      receipts: [{ copy: 0, outcome: 'sent' }],
      nextCopy: 1,
      recipients: [PARENT],
    },
    {
      name: 'sends a receipt to another address after the response to the first receipt was lost',
      faultsBefore: LOSES_RESPONSES,
      to: OTHER,
      faults: WORKS,
      outcome: 'sent',
      receipts: [{ copy: 1, outcome: 'sent' }],
      nextCopy: 2,
      recipients: [OTHER, PARENT],
    },
  ])('$name', async ({ faultsBefore, to, faults, outcome, receipts, nextCopy, recipients }) => {
    const session = await buyWithMailFaults(faultsBefore);

    await setMailFaults(faults);
    const response = await sendAgain(session, { to });
    expect(response.outcome).toBe(outcome);
    expect(response.order.receipts).toMatchObject(receipts);
    expect(response.order.next_copy).toBe(nextCopy);

    await runWaitingReceipt(session);
    expect(await recipientsOf(session)).toEqual(recipients);
    expect(await shop.redis.zcard('jobs:dev')).toBe(0);
  });

  test('queues a receipt and keeps its number while the mail service is down', async () => {
    const session = await buyWithMailFaults(WORKS);
    await setMailFaults(IS_DOWN);
    const { outcome, order } = await sendAgain(session);
    expect(outcome).toBe('later');
    expect(order.next_copy).toBe(1);
  });

  test('sends a waiting receipt only once if the owner clicks again', async () => {
    const session = await buyWithMailFaults(WORKS);
    await setMailFaults(IS_DOWN);
    await sendAgain(session);
    await setMailFaults(WORKS);
    expect((await sendAgain(session)).outcome).toBe('sent');
    expect(await recipientsOf(session)).toEqual([PARENT, PARENT]);
  });

  test('does not send a receipt again if a request repeats its number', async () => {
    const session = await buyWithMailFaults(WORKS);
    await sendAgain(session);
    const callsBefore = shop.callsTo('mail');
    const repeated = await sendAgain(session);
    expect(repeated.outcome).toBe('sent');
    expect(repeated.order.next_copy).toBe(2);
    expect(shop.callsTo('mail')).toBe(callsBefore);
  });

  // If the owner opens an order in two tabs, both tabs use the same receipt number.
  test.each([
    { name: 'for another address if it was used for the buyer', first: undefined, second: OTHER },
    { name: 'for the buyer if it was used for another address', first: OTHER, second: undefined },
  ])('refuses a receipt number $name', async ({ first, second }) => {
    const session = await buyWithMailFaults(WORKS);
    await sendAgain(session, { to: first });
    const recipients = await recipientsOf(session);
    await expectProblem(await ask(session, { to: second }), 400, 'invalid_request');
    expect(await recipientsOf(session)).toEqual(recipients);
  });

  test('sends the buyer another receipt if a request has the next number', async () => {
    const session = await buyWithMailFaults(WORKS);
    await sendAgain(session, { copy: 1 });
    await sendAgain(session, { copy: 2 });
    expect(await recipientsOf(session)).toEqual([PARENT, PARENT, PARENT]);
  });

  test('sends a receipt to another address while the outcome of the buyer’s receipt is unknown', async () => {
    const session = await buyWithMailFaults(WORKS);
    await setMailFaults({ ...LOSES_RESPONSES, times: 1 });
    await sendAgain(session);
    const { outcome, order } = await sendAgain(session, { to: OTHER });
    expect(outcome).toBe('sent');
    expect(order.next_copy).toBe(2);
    expect(await recipientsOf(session)).toEqual([OTHER, PARENT, PARENT]);
  });

  test('records whether a receipt went to the buyer’s own address', async () => {
    const session = await buyWithMailFaults(WORKS);
    await sendAgain(session, { copy: 1 });
    const { order } = await sendAgain(session, { copy: 2, to: OTHER });
    expect(order.receipts).toMatchObject([
      { copy: 0, is_own: true },
      { copy: 1, is_own: true },
      { copy: 2, is_own: false },
    ]);
  });

  test('queues a receipt while Stripe does not return the buyer’s address', async () => {
    const session = await buyWithMailFaults(WORKS);
    shop.failStripe('500');
    expect((await sendAgain(session)).outcome).toBe('later');
    expect(await recipientsOf(session)).toEqual([PARENT]);
  });

  test('sends a receipt to an address that the owner enters, even while Stripe fails', async () => {
    const session = await buyWithMailFaults(WORKS);
    shop.failStripe('500');
    expect((await sendAgain(session, { to: OTHER })).outcome).toBe('sent');
    expect(await recipientsOf(session)).toEqual([OTHER, PARENT]);
  });
});

describe('sending a receipt again', () => {
  test.each([
    { name: 'two addresses', call: { to: 'a@b.example, c@d.example' } },
    { name: 'a line break in the address', call: { to: 'a@example.com\r\nBcc: b@example.com' } },
    { name: 'a number that is not the next number', call: { copy: 2 } },
    { name: 'an unknown field', call: { cc: OTHER } },
  ])('refuses a receipt request with $name', async ({ call }) => {
    const session = await buyWithMailFaults(WORKS);
    await expectProblem(await ask(session, call), 400, 'invalid_request');
    expect(await recipientsOf(session)).toEqual([PARENT]);
  });

  test('refuses to send a receipt for an unpaid order', async () => {
    const unpaid = await shop.buyAs(PARENT, 'bundle', { method: 'bank' });
    await shop.runSchedule();
    await expectProblem(await ask(unpaid), 400, 'invalid_request');
    expect(await recipientsOf(unpaid)).toEqual([]);
  });

  test('returns 404 for an unknown order', async () => {
    await expectProblem(await ask('cs_test_nobody'), 404, 'order_not_found');
  });
});
