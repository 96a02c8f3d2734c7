import { expect, test } from 'vitest';
import type { OrderDetail, SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { priceOf, productOf } from '../catalogue.ts';
import { buy } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { PLAIN_MAILS, subjectOf } from '../shop/templates.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { setMailFaults } = shop;
const PARENT = 'parent@example.com';
const OTHER = 'grandma@example.com';

// That each paid order gets one receipt, whatever fails and whoever comes first, the model holds (tests/model).
test('a receipt has the link to what was bought, and what it cost', async () => {
  const session = await buy(shop, 'bundle');
  const [mail] = await shop.mailsAbout(session);
  const { name } = productOf('bundle');
  expect(mail).toMatchObject({ to: PARENT, subject: subjectOf('receipt', name) });
  for (const words of [
    `${shop.siteUrl}/guide-download?session_id=${session}`,
    priceOf('bundle'),
    await orderNumber(session),
    name,
    `${shop.siteUrl}/lesson`,
    PLAIN_MAILS.tonight.bundle,
  ]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toContain(words);
  }
  expect(mail?.html).toContain(`src="${shop.siteUrl}/covers/bundle.png" alt="${name}"`);
});

const pathOf = async (session: string) => `/api/admin/orders/${await orderNumber(session)}`;
const detailOf = async (session: string): Promise<OrderDetail> =>
  (await owner.call(await pathOf(session))).json();
const mailsFor = async (session: string): Promise<string[]> =>
  (await shop.mailsAbout(session)).map(({ to }) => to.toLowerCase());

const ask = async (session: string, call: object): Promise<Response> =>
  owner.post(`${await pathOf(session)}/receipt`, { copy: 1, ...call });
const send = async (session: string, call: object = {}): Promise<SendReceiptResponse> => {
  const response = await ask(session, call);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
};

const REFUSES = { status: 422 };

/** Makes a job due that waits for its next try. */
const hurry = (session: string) =>
  shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member: `receipt:${session}` });

const boughtUnder = async (faults: object): Promise<string> => {
  await setMailFaults(faults);
  const session = await buy(shop, 'bundle');
  await setMailFaults({});
  return session;
};
const ORDERS = {
  sent: () => boughtUnder({}),
  waits: () => boughtUnder({ status: 503 }),
  refused: () => boughtUnder(REFUSES),
  /** Its answer from the mail service was lost. */
  lost: () => boughtUnder({ cutOff: true }),
} as const;

const stateOf = ({ receipt_waits: waits, receipts }: OrderDetail): string =>
  receipts.findLast(({ outcome }) => outcome === 'sent')?.outcome ??
  (waits ? 'waits' : (receipts.at(-1)?.outcome ?? 'none'));

/** The outcome of a press, the state of the receipt, and the copy to ask for next. */
const told = ({ outcome, order }: SendReceiptResponse): string =>
  [outcome, stateOf(order), order.next_copy].join(' ');

/** Of a receipt in which state what is sent, under which faults; what comes of it; who got emails, newest first. */
test.each([
  ['sent', { to: OTHER }, REFUSES, 'refused sent 2', [PARENT]],
  ['waits', {}, {}, 'sent sent 1', [PARENT]],
  ['waits', { to: OTHER }, REFUSES, 'refused waits 2', [PARENT]],
  ['refused', {}, {}, 'sent sent 2', [PARENT]],
  ['lost', {}, {}, 'sent sent 1', [PARENT]],
  ['lost', { to: OTHER }, {}, 'sent sent 2', [OTHER, PARENT]],
] as const)(
  'of a receipt that is "%s", %j under %j is "%s"',
  async (state, call, faults, answer, mails) => {
    const session = await ORDERS[state]();
    expect(stateOf(await detailOf(session))).toBe(state === 'lost' ? 'waits' : state);

    await setMailFaults(faults);
    expect(told(await send(session, call))).toBe(answer);
    await setMailFaults({});
    await hurry(session);
    await shop.runSchedule();
    expect(await mailsFor(session)).toEqual(mails);
    expect(await shop.redis.zcard('jobs:dev')).toBe(0);
  },
);

test('each press says what came of it, and however many there are, one copy goes out', async () => {
  const session = await ORDERS.sent();
  for (const [faults, answer] of [
    [{ status: 503 }, 'later sent 1'],
    // It would wait for its next try.
    [{}, 'sent sent 2'],
    [REFUSES, 'sent sent 2'],
  ] as const) {
    await setMailFaults(faults);
    expect(told(await send(session))).toBe(answer);
  }
  expect(await mailsFor(session)).toEqual([PARENT, PARENT]);
  // A copy that waits, or whose answer was lost, does not hold back one to another address.
  await setMailFaults({ cutOff: true, times: 1 });
  await send(session, { copy: 2 });
  expect(told(await send(session, { copy: 2, to: OTHER }))).toBe('sent sent 3');
  expect(await mailsFor(session)).toEqual([OTHER, PARENT, PARENT, PARENT]);
});

test('a double click, or two tabs, send one copy', async () => {
  const session = await ORDERS.sent();
  await setMailFaults({ delayMs: 300 });
  const answers = await Promise.all([send(session), send(session)]);
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['busy', 'sent']);
  expect(await mailsFor(session)).toEqual([PARENT, PARENT]);
});

test('while Stripe fails a copy goes to another address only, and while Redis fails to none', async () => {
  const session = await ORDERS.sent();
  shop.failStripe('500');
  expect((await send(session)).outcome).toBe('later');
  await send(session, { to: OTHER });
  shop.failStripe('none');
  shop.failRedis('500');
  await expectProblem(await ask(session, { copy: 1 }), 503, 'temporarily_unavailable');
  expect(await mailsFor(session)).toEqual([OTHER, PARENT]);
});

test('nothing is sent to two addresses, by a copy that is not the next one, or for no paid order', async () => {
  const session = await ORDERS.sent();
  for (const call of [
    { to: 'a@b.example, c@d.example' },
    { to: 'a@example.com\r\nBcc: b@example.com' },
    { copy: 2 },
    { cc: OTHER },
  ]) {
    await expectProblem(await ask(session, call), 400, 'invalid_request');
  }
  expect(await mailsFor(session)).toEqual([PARENT]);
  await expectProblem(await ask('cs_test_nobody', {}), 404, 'order_not_found');
  const unpaid = await shop.buyAs(PARENT, 'bundle', { method: 'bank' });
  await shop.runSchedule();
  await expectProblem(await ask(unpaid, {}), 400, 'invalid_request');
  expect(await mailsFor(unpaid)).toEqual([]);
});

test('no address is kept of what is sent or asked for, nor logged', async () => {
  const traces = await shop.tracesOf(async () => {
    const session = await ORDERS.waits();
    await shop.runSchedule();
    await send(session, { to: OTHER });
    await setMailFaults(REFUSES);
    await send(session, { copy: 2, to: OTHER });
    await setMailFaults({ status: 503 });
    await shop.post('/api/find-purchase', { email: PARENT });
  });
  expect(traces).toContain('/api/find-purchase');
  expect(traces).not.toMatch(/parent|grandma|%40|@example/);
});

test('a used-up quota ends the run, which asks for one email alone', async () => {
  const QUOTA = { status: 429, name: 'daily_quota_exceeded' };
  await shop.redis.del('jobs:dev');
  for (const session of [await boughtUnder(QUOTA), await boughtUnder(QUOTA)]) await hurry(session);
  await setMailFaults(QUOTA);
  const before = shop.callsTo('mail');
  await shop.runSchedule();
  expect(shop.callsTo('mail') - before).toBe(1);
});
