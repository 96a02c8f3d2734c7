import { beforeEach, expect, test, vi } from 'vitest';
import { isDeep } from '../depth.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { buy, control, deliveryOf, verify } from '../shop/buying.ts';
import { neverTimeOut } from '../shop/runs.ts';

const shop = await openMailShop();
const { forgetBuyer } = await import('../../netlify/orders/forget.ts');
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
const deliver = (type: string) => async () => (await deliveryOf(shop, type))();
const deliverPaid = deliver('checkout.session.completed');
const deliverRefund = deliver('refund.created');
const refund = () => control(shop, 'refund', { session });
const dispute = () => control(shop, 'dispute', { session });
const reportRefund = () => refund().then(deliverRefund);
const reportDispute = () => dispute().then(deliver('charge.dispute.created'));
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
/** The order has no buyer again, and still has the refund. */
const expectForgotten = async (): Promise<void> => {
  expect(await shop.redis.keys('buyer:*')).toEqual([]);
  expect((await readOrder(session))?.refunds).toHaveLength(1);
};

type Race = readonly [what: string, before: Act, work: Act, rival: Act, order: string];
/** Too slow for the day. */
const SLOW: readonly Race[] = [
  ['a return meets a dispute', open, comeBack, reportDispute, 'disputed'],
  ['the schedule meets a webhook', open, runSchedule, deliverPaid, 'paid'],
  ['a webhook meets the schedule', open, deliverPaid, runSchedule, 'paid'],
];

test.each<Race>([
  ['a webhook meets a refund', open, deliverPaid, reportRefund, 'refunded'],
  ['a refund meets "forget"', sellAndRefund, deliverRefund, forget, 'forgotten'],
  ['"forget" meets a refund', sellAndRefund, forget, deliverRefund, 'forgotten'],
  ...(isDeep ? SLOW : []),
])('%s around each of its calls, and the order is right', async (...row) => {
  const [, before, work, rival, order] = row;
  let place = 0;
  for (let isMet = true; isMet; place += 1) {
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
    if (isMet) await (order === 'forgotten' ? expectForgotten() : expectOneOrder(order));
  }
  expect(place).toBeGreaterThan(4);
});

test('fifty webhooks, returns and runs of the schedule at once make one order', async () => {
  const all = [deliverPaid, comeBack, runSchedule];
  await Promise.all(Array.from({ length: 50 }, (_, at) => all[at % all.length]?.()));
  await expectOneOrder('paid');
});
