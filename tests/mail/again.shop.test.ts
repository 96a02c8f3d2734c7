import { beforeEach, expect, test, vi } from 'vitest';
import type { OrderDetail, SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { mailEvent, postEvent } from './events.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const PARENT = 'parent@example.com';
const OTHER = 'grandma@example.com';

/** Delivery events are held back until a test asks for them. */
const setMailFaults = (faults: object) => shop.setMailFaults({ hold: true, ...faults });
const sendEvents = () => shop.controlMail('/_control/mail/flush', { method: 'POST' });

beforeEach(async () => {
  await shop.heal();
  await setMailFaults({});
  vi.spyOn(console, 'error').mockReturnValue();
});

const pathOf = async (session: string): Promise<string> =>
  `/api/admin/orders/${await orderNumber(session)}`;
const detailOf = async (session: string): Promise<OrderDetail> =>
  (await owner.call(await pathOf(session))).json();
/** To whom the emails about an order went, newest first. */
const mailsFor = async (session: string): Promise<string[]> =>
  (await shop.mailsAbout(session)).map(({ to }) => to.toLowerCase());
const isListedAsLost = async (session: string): Promise<boolean> => {
  const { lost_receipts: lost } = await (await owner.call('/api/admin/orders')).json();
  return lost.includes(await orderNumber(session));
};
const ask = async (session: string, call: object): Promise<Response> =>
  owner.post(`${await pathOf(session)}/receipt`, { copy: 1, ...call });
const send = async (session: string, call: object = {}): Promise<SendReceiptResponse> => {
  const response = await ask(session, call);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
};

const buyUnder = async (faults: object): Promise<string> => {
  await setMailFaults(faults);
  const session = await buy(shop, 'bundle');
  await setMailFaults({});
  return session;
};
const waitingAfter = async (faults: object): Promise<string> => {
  const session = await buyUnder(faults);
  await shop.letOthersTry(session);
  return session;
};
const withEvent = async (session: string, type: string): Promise<string> => {
  await postEvent(shop, await mailEvent(session, type));
  return session;
};

const REFUSES = { status: 422 };

/** Orders by what the owner reads of their receipts. */
const ORDERS = {
  sent: () => buyUnder({}),
  waits: () => waitingAfter({ status: 503 }),
  refused: () => buyUnder(REFUSES),
  /** Of which the answer of the mail service was lost. */
  bounced: async () => withEvent(await waitingAfter({ cutOff: true }), 'email.bounced'),
  spam: async () => withEvent(await buyUnder({}), 'email.complained'),
} as const;

/** What the owner asks for under which faults; the outcome, the state and the next copy; what is said. */
type Call = readonly [call: object, faults: object, answer: string, says?: string];
/** Whom emails went to in the end, newest first. */
type Row = readonly [order: keyof typeof ORDERS, calls: readonly Call[], mails: readonly string[]];

const QUOTA = { status: 429, name: 'daily_quota_exceeded' };
const FROM = { status: 422, name: 'invalid_from_address' };
const TWICE = [PARENT, PARENT];
const atSecondPress = (to: object): Call[] => [
  [to, {}, 'spam spam 1', 'Nothing was sent yet.'],
  [{ ...to, anyway: true }, {}, 'sent sent 2'],
];

const ROWS: Readonly<Record<string, Row>> = {
  'a copy that was sent is not sent again, and the next one is': [
    'sent',
    [
      [{}, {}, 'sent sent 2', 'The receipt is on its way.'],
      [{}, {}, 'sent sent 2', 'Nothing more was sent'],
      [{ copy: 2 }, {}, 'sent sent 3'],
    ],
    [PARENT, PARENT, PARENT],
  ],
  'a copy whose answer was lost is sent once': [
    'sent',
    [
      [{}, { cutOff: true }, 'failed sent 1', 'we can’t tell'],
      [{}, {}, 'sent sent 2'],
    ],
    [PARENT, PARENT],
  ],
  'to another address it is another email, though the first answer was lost': [
    'sent',
    [
      [{}, { cutOff: true }, 'failed sent 1'],
      [{ to: OTHER }, {}, 'sent sent 2'],
    ],
    [OTHER, PARENT, PARENT],
  ],
  'a copy waits for the next press while the mail service is down': [
    'sent',
    [
      [{}, { status: 503 }, 'failed sent 1', 'Nothing was sent: the email service isn’t accepting'],
      [{}, {}, 'sent sent 2'],
    ],
    [PARENT, PARENT],
  ],
  'a shop that may not send says why': [
    'sent',
    [
      [{}, { status: 403 }, 'failed sent 1', 'doesn’t let the shop send (403 validation error)'],
      [{}, FROM, 'failed sent 1', 'doesn’t let the shop send (422 invalid from'],
      [{}, QUOTA, 'failed sent 1', 'you’ve used up today’s or this month’s emails'],
    ],
    [PARENT],
  ],
  'after a copy that was refused comes another copy': [
    'sent',
    [[{ to: OTHER }, REFUSES, 'failed refused 2', 'Nothing was sent. The email service rejected']],
    [PARENT],
  ],
  'a receipt that waits is the one that is sent': ['waits', [[{}, {}, 'sent sent 1']], [PARENT]],
  'a receipt that waits is not sent once another address has it': [
    'waits',
    [[{ to: OTHER }, {}, 'sent sent 2']],
    [OTHER],
  ],
  'a copy that was refused does not hide that the receipt waits': [
    'waits',
    [[{ to: OTHER }, REFUSES, 'failed waits 2']],
    [PARENT],
  ],
  'a receipt that bounced is followed by a copy, and is not tried again': [
    'bounced',
    [[{}, {}, 'sent sent 2']],
    [PARENT, PARENT],
  ],
  'a receipt that was refused is followed by a copy': [
    'refused',
    [[{}, {}, 'sent sent 2']],
    [PARENT],
  ],
  'who reported spam gets another at the second press': ['spam', atSecondPress({}), TWICE],
  'who reported spam gets another at the second press to the typed address': [
    'spam',
    atSecondPress({ to: PARENT }),
    TWICE,
  ],
  'who reported spam gets another at the second press in other letters': [
    'spam',
    atSecondPress({ to: ' Parent@Example.com' }),
    TWICE,
  ],
  'who reported spam is not asked about another address': [
    'spam',
    [[{ to: OTHER }, {}, 'sent sent 2']],
    [OTHER, PARENT],
  ],
};

test.each(Object.entries(ROWS))('%s', async (_name, [state, calls, mails]) => {
  const session = await ORDERS[state]();
  const { receipt_lost: isLost, receipt } = await detailOf(session);
  const mustBeLost = state === 'bounced' || state === 'refused';
  expect([receipt.state, isLost]).toEqual([state, mustBeLost]);
  expect(await isListedAsLost(session)).toBe(mustBeLost);
  for (const [call, faults, answer, says = ''] of calls) {
    await setMailFaults(faults);
    const { outcome, order, says: said } = await send(session, call);
    expect([outcome, order.receipt.state, order.receipt.next_copy].join(' ')).toBe(answer);
    expect(said).toContain(says);
    expect(order.receipt_lost).toBe(faults === REFUSES);
  }
  expect(await isListedAsLost(session)).toBe(false);
  await setMailFaults({});
  await shop.reconcile();
  expect(await mailsFor(session)).toEqual(mails);
  expect(await shop.redis.zcard('receipts:dev')).toBe(0);
});

test('a receipt that bounced is sent to another address, and arrives there', async () => {
  const session = await buyUnder({ bounce: [PARENT] });
  await sendEvents();
  expect(await detailOf(session)).toMatchObject({ receipt_lost: true });
  await send(session, { to: ` ${OTHER} ` });
  expect(await isListedAsLost(session)).toBe(false);
  await sendEvents();
  const arrived = await detailOf(session);
  expect(arrived).toMatchObject({ receipt_lost: false, receipt: { state: 'delivered' } });
  expect(arrived.receipt.says).toContain('the other address');
});

test('a double click, or two tabs, send one copy', async () => {
  const session = await ORDERS.sent();
  await setMailFaults({ delayMs: 300 });
  const answers = await Promise.all([send(session), send(session), send(session)]);
  expect(answers.map(({ says }) => says).toSorted()).toEqual([
    expect.stringContaining('It’s being sent'),
    expect.stringContaining('It’s being sent'),
    'The receipt is on its way.',
  ]);
  expect(await mailsFor(session)).toEqual([PARENT, PARENT]);
});

test('while Stripe fails a copy goes to another address only, and while Redis fails to none', async () => {
  const session = await ORDERS.sent();
  shop.failStripe('500');
  await expectProblem(await ask(session, {}), 502, 'payment_unavailable');
  await send(session, { to: OTHER });
  shop.failStripe('none');
  shop.failRedis('500');
  await expectProblem(await ask(session, { copy: 2 }), 503, 'temporarily_unavailable');
  shop.failRedis('none');
  expect(await mailsFor(session)).toEqual([OTHER, PARENT]);
});

test('nothing is sent to what is no address, nor for a copy that is not the next', async () => {
  const session = await ORDERS.sent();
  for (const call of [
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
  ]) {
    await expectProblem(await ask(session, call), 400, 'invalid_request');
  }
  expect(await mailsFor(session)).toEqual([PARENT]);
});

test('nothing is sent for an order that is not there, or not paid', async () => {
  await expectProblem(await ask('cs_test_nobody', {}), 404, 'order_not_found');
  const session = await shop.buyAs(PARENT, 'bundle', { method: 'bank', settle: 'never' });
  await shop.reconcile();
  expect((await detailOf(session)).receipt).toMatchObject({ state: 'none', next_copy: null });
  await expectProblem(await ask(session, {}), 400, 'invalid_request');
  expect(await mailsFor(session)).toEqual([]);
});

test('no address is kept of what the owner sends, nor logged', async () => {
  const traces = await shop.tracesOf(async () => {
    const session = await ORDERS.sent();
    await send(session, { to: OTHER });
    await setMailFaults(REFUSES);
    await send(session, { copy: 2, to: OTHER });
  });
  expect(traces).toContain('/api/admin/orders/:number/receipt');
  expect(traces).not.toMatch(/grandma|@example/);
});
