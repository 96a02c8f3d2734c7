import { beforeEach, expect, test, vi } from 'vitest';
import { isDeep } from '../depth.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { buy, control, deliveryOf, verify } from '../shop/buying.ts';
import { neverTimeOut } from '../shop/runs.ts';

const shop = await openMailShop();
const { forgetBuyer } = await import('../../netlify/orders/notes.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');
const { runSchedule } = shop;

neverTimeOut();

let session = '';
/** A shop with one paid session that it does not know yet. */
const open = async (): Promise<void> => {
  await shop.startAnew();
  vi.mocked(console.log).mockClear();
  session = await buy(shop, 'bundle');
};
beforeEach(open);

type Act = () => Promise<unknown>;
const deliverNewest = async (type: string) => (await deliveryOf(shop, type))();
const deliverPaid = () => deliverNewest('checkout.session.completed');
const deliverRefund = () => deliverNewest('refund.created');
const deliverDispute = () => deliverNewest('charge.dispute.created');
const refund = () => control(shop, 'refund', { session });
const dispute = () => control(shop, 'dispute', { session });
const comeBack = () => verify(shop, session);
const forget = () => forgetBuyer(session);
const sellAndRefund = () => runSchedule().then(refund);

const expectOneOrder = async (status: string): Promise<void> => {
  await runSchedule();
  expect(await shop.redis.zrange('orders:dev', 0, -1)).toEqual([session]);
  expect((await comeBack()).status).toBe(status);
  const logged = vi.mocked(console.log).mock.calls.map(String);
  expect(logged.filter((line) => line.includes('order fulfilled'))).toHaveLength(1);
  expect(await shop.mailsAbout(session)).toHaveLength(1);
};
/** The buyer is not back, and the refund is not lost. */
const expectForgotten = async (): Promise<void> => {
  expect(await shop.redis.keys('buyer:*')).toEqual([]);
  expect((await readOrder(session))?.refunds).toHaveLength(1);
};
const isPaid = () => expectOneOrder('paid');
const isRefunded = () => expectOneOrder('refunded');
const isDisputed = () => expectOneOrder('disputed');

type Race = readonly [what: string, before: Act, work: Act, rival: Act, check: Act];
/** Too slow for the day. */
const SLOW: readonly Race[] = [
  ['a return meets a dispute', open, comeBack, () => dispute().then(deliverDispute), isDisputed],
  ['the schedule meets a webhook', open, runSchedule, deliverPaid, isPaid],
  ['a webhook meets the schedule', open, deliverPaid, runSchedule, isPaid],
];

test.each<Race>([
  ['a webhook meets a refund', open, deliverPaid, () => refund().then(deliverRefund), isRefunded],
  ['a refund meets "forget"', sellAndRefund, deliverRefund, forget, expectForgotten],
  ['"forget" meets a refund', sellAndRefund, forget, deliverRefund, expectForgotten],
  ...(isDeep ? SLOW : []),
])('%s around each of its calls, and the order is right', async (...row) => {
  const [, before, work, rival, check] = row;
  let [place, isMet] = [0, true];
  for (; isMet; place += 1) {
    await open();
    await before();
    let seen = 0;
    const actInPlace = async (): Promise<void> => {
      if (seen++ === place) await rival();
    };
    await shop.runOnce(work, async (_call, send) => {
      await actInPlace();
      const answer = await send();
      await actInPlace();
      return answer;
    });
    isMet = seen > place;
    if (isMet) await check();
  }
  expect(place).toBeGreaterThan(4);
});

test('fifty webhooks, returns and runs of the schedule at once make one order', async () => {
  const all = [deliverPaid, comeBack, runSchedule];
  await Promise.all(Array.from({ length: 50 }, (_, at) => all[at % all.length]?.()));
  await expectOneOrder('paid');
});
