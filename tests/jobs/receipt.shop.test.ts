import { expect, test, vi } from 'vitest';
import type { OrderDetail, SendReceiptResponse } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { priceOf, productOf } from '../catalog.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { PLAIN_MAILS, subjectOf } from '../shop/templates.ts';
import { LEVELS, openMailShop } from '../shop/mail-shop.ts';
import { storedIn } from '../shop/stored.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
const { runDueJobs } = await import('../../netlify/jobs/run-due-jobs.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');
const { setMailFaults } = shop;
const PARENT = 'parent@example.com';
const OTHER = 'grandma@example.com';

// tests/model tests that each paid order gets one receipt, whatever fails.
test('a receipt has the link to the files, and the price', async () => {
  const session = await buy(shop, 'bundle');
  const [mail] = await shop.mailsAbout(session);
  const { name } = productOf('bundle');
  expect(mail).toMatchObject({ to: PARENT, subject: subjectOf('receipt', name) });
  for (const words of [
    `${shop.siteUrl}/guide-download?session_id=${session}`,
    priceOf('bundle'),
    orderNumberOf(session),
    name,
    `${shop.siteUrl}/lesson`,
    PLAIN_MAILS.tonight.bundle.text,
  ]) {
    expect(mail?.text).toContain(words);
    expect(mail?.html).toContain(words);
  }
  expect(mail?.html).toContain(`src="${shop.siteUrl}/covers/bundle.png" alt="${name}"`);
});

test('a receipt links to the guide for the next age in both parts', async () => {
  const [mail] = await shop.mailsAbout(await buy(shop, 'individual_guide_6_10'));
  const url = `${shop.siteUrl}/guide-2`;
  expect(mail?.text).toContain(`A <jar>.” When they turn 11: Coins & <notes> (${url}).`);
  expect(mail?.html).toMatch(
    new RegExp(
      `A &lt;jar&gt;.” When they turn 11: <a href="${url}"[^>]*>Coins &amp; &lt;notes&gt;</a>.`,
    ),
  );
});

const pathOf = (session: string): string => `/api/admin/orders/${orderNumberOf(session)}`;
const mailsFor = async (session: string): Promise<string[]> =>
  (await shop.mailsAbout(session)).map(({ to }) => to);
const ask = (session: string, call: object): Promise<Response> =>
  owner.post(`${pathOf(session)}/receipt`, { copy: 1, ...call });
const send = async (session: string, call: object = {}): Promise<SendReceiptResponse> => {
  const response = await ask(session, call);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
};

/** Makes a waiting job due. */
const hurry = (session: string) =>
  shop.redis.zadd('jobs:dev', { xx: true }, { score: 0, member: `receipt:${session}` });

/** How the mail service fails, by the state of a receipt that it leaves. */
const FAULTS = {
  sent: {},
  waits: { status: 503 },
  refused: { status: 422 },
  lost: { cutOff: true },
  unsent: { status: 429, name: 'daily_quota_exceeded' },
} as const;
const bought = async (receipt: keyof typeof FAULTS): Promise<string> => {
  await setMailFaults(FAULTS[receipt]);
  const session = await buy(shop, 'bundle');
  await setMailFaults({});
  return session;
};

const stateOf = ({ receipt_waits: waits, receipts }: OrderDetail): string =>
  receipts.findLast(({ outcome }) => outcome === 'sent')?.outcome ??
  (waits ? 'waits' : (receipts.at(-1)?.outcome ?? 'none'));

/** The outcome of a press, the state of the receipt, and the number of the next copy. */
const summaryOf = ({ outcome, order }: SendReceiptResponse): string =>
  [outcome, stateOf(order), order.next_copy].join(' ');

test.each([
  ['sent', { to: OTHER }, FAULTS.refused, 'refused sent 2', [PARENT]],
  ['waits', {}, {}, 'sent sent 1', [PARENT]],
  ['waits', { to: OTHER }, FAULTS.refused, 'refused waits 2', [PARENT]],
  ['refused', {}, {}, 'sent sent 2', [PARENT]],
  ['lost', {}, {}, 'sent sent 1', [PARENT]],
  ['lost', { to: OTHER }, {}, 'sent sent 2', [OTHER, PARENT]],
] as const)(
  'a receipt that is "%s", sent again by %j under %j, is "%s"',
  async (state, call, faults, summary, mails) => {
    const session = await bought(state);
    await setMailFaults(faults);
    expect(summaryOf(await send(session, call))).toBe(summary);
    await setMailFaults({});
    await hurry(session);
    await shop.runSchedule();
    expect(await mailsFor(session)).toEqual(mails);
    expect(await shop.redis.zcard('jobs:dev')).toBe(0);
  },
);

test('a copy goes out once, and a copy that waits does not hold back one to another address', async () => {
  const session = await bought('sent');
  for (const [faults, summary] of [
    [{ status: 503 }, 'later sent 1'],
    [{}, 'sent sent 2'],
    [FAULTS.refused, 'sent sent 2'],
  ] as const) {
    await setMailFaults(faults);
    expect(summaryOf(await send(session))).toBe(summary);
  }
  expect(await mailsFor(session)).toEqual([PARENT, PARENT]);
  await setMailFaults({ cutOff: true, times: 1 });
  await send(session, { copy: 2 });
  const last = await send(session, { copy: 2, to: OTHER });
  expect(summaryOf(last)).toBe('sent sent 3');
  const kinds = last.order.receipts.map(({ copy, is_own: isOwn }) => [copy, isOwn]);
  expect(kinds).toEqual([0, 1, 2].map((copy) => [copy, copy < 2]));
  expect(await mailsFor(session)).toEqual([OTHER, PARENT, PARENT, PARENT]);
});

test('while Stripe fails, a copy goes only to another address', async () => {
  const session = await bought('sent');
  shop.failStripe('500');
  expect((await send(session)).outcome).toBe('later');
  await send(session, { to: OTHER });
  expect(await mailsFor(session)).toEqual([OTHER, PARENT]);
});

test('a malformed address, a copy out of turn and an unpaid order are refused', async () => {
  const session = await bought('sent');
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

test('no address is stored or logged', async () => {
  const session = await bought('waits');
  await shop.runSchedule();
  await send(session, { to: OTHER });
  await setMailFaults(FAULTS.refused);
  await send(session, { copy: 2, to: OTHER });
  await setMailFaults({ status: 503 });
  await shop.post('/api/find-purchase', { email: PARENT });
  const logged = LEVELS.flatMap((level) => vi.mocked(console[level]).mock.calls).join('\n');
  expect(logged).toContain('/api/find-purchase');
  const traces = logged + JSON.stringify(await storedIn(shop.redis));
  expect(traces).not.toMatch(/parent|grandma|%40|@example/);
});

test.each(['daily', 'monthly'])(
  'once the %s quota is used up, a run tries no other email, and still reads orders',
  async (quota) => {
    await shop.redis.flushdb();
    for (const session of [await bought('unsent'), await bought('unsent')]) await hurry(session);
    await setFaults(shop, { webhooks: { hold: true } });
    const session = await buy(shop, 'bundle');
    await shop.redis.zadd('jobs:dev', { score: 1, member: `fulfil:${session}` });
    await setMailFaults({ status: 429, name: `${quota}_quota_exceeded` });
    const before = shop.callsTo('mail');
    await runDueJobs(() => false);
    expect(shop.callsTo('mail')).toBe(before);
    await runDueJobs(() => true);
    expect(shop.callsTo('mail') - before).toBe(1);
    expect(await readOrder(session)).toMatchObject({ payment: 'paid', receipt: null });
  },
);
