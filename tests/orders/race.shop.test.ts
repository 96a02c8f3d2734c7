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
/** Opens a shop with one paid session that it has not recorded. */
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
const returnToShop = () => verify(shop, session);
const forget = () => forgetBuyer(session);
const sellAndRefund = () => runSchedule().then(refund);

const expectOneOrder = async (status: string): Promise<void> => {
  await runSchedule();
  expect(await shop.redis.zrange('orders:dev', 0, -1)).toEqual([session]);
  expect((await returnToShop()).status).toBe(status);
  const logged = vi.mocked(console.log).mock.calls.map(String);
  expect(logged.filter((line) => line.includes('order fulfilled'))).toHaveLength(1);
  expect(await shop.mailsAbout(session)).toHaveLength(1);
};
/** Expects the order to have no buyer, but still its refund. */
const expectForgotten = async (): Promise<void> => {
  expect(await shop.redis.keys('buyer:*')).toEqual([]);
  expect((await readOrder(session))?.refunds).toHaveLength(1);
};

type Race = {
  readonly name: string;
  readonly prepare: Act;
  readonly work: Act;
  /**
   * Runs before or after one of the work's calls to other services. Each position is tested in
   * turn.
   */
  readonly rival: Act;
  readonly expectOutcome: () => Promise<void>;
};

const RACES: readonly Race[] = [
  {
    name: 'records an order as refunded if it is refunded while its webhook is being handled',
    prepare: open,
    work: deliverPaid,
    rival: reportRefund,
    expectOutcome: () => expectOneOrder('refunded'),
  },
  {
    name: 'forgets a buyer while the webhook for a refund is being handled',
    prepare: sellAndRefund,
    work: deliverRefund,
    rival: forget,
    expectOutcome: expectForgotten,
  },
  {
    name: 'records a refund while the buyer is being forgotten',
    prepare: sellAndRefund,
    work: forget,
    rival: deliverRefund,
    expectOutcome: expectForgotten,
  },
];

/** Too slow for `npm test`. */
const SLOW_RACES: readonly Race[] = [
  {
    name: 'records an order as disputed if it is disputed while the buyer returns',
    prepare: open,
    work: returnToShop,
    rival: reportDispute,
    expectOutcome: () => expectOneOrder('disputed'),
  },
  {
    name: 'records an order once if a webhook arrives while the schedule runs',
    prepare: open,
    work: runSchedule,
    rival: deliverPaid,
    expectOutcome: () => expectOneOrder('paid'),
  },
  {
    name: 'records an order once if the schedule runs while a webhook is being handled',
    prepare: open,
    work: deliverPaid,
    rival: runSchedule,
    expectOutcome: () => expectOneOrder('paid'),
  },
];

/**
 * Runs the work, and runs the rival at one position: before or after a call. Returns whether the
 * rival ran.
 */
const runWithRivalAt = async (place: number, { work, rival }: Race): Promise<boolean> => {
  let seen = 0;
  const actInPlace = async (): Promise<void> => {
    const isPlace = seen === place;
    seen += 1;
    if (isPlace) await rival();
  };
  await shop.runOnce(work, async (_call, send) => {
    await actInPlace();
    const response = await send();
    await actInPlace();
    return response;
  });
  return seen > place;
};

/** The work makes at least two calls, and the rival can run before and after each. */
const MIN_PLACES = 4;

test.each([...RACES, ...(isDeep ? SLOW_RACES : [])])('$name', async (race) => {
  let places = 0;
  for (;;) {
    await open();
    await race.prepare();
    const hasActed = await runWithRivalAt(places, race);
    if (!hasActed) break;
    await race.expectOutcome();
    places += 1;
  }
  expect(places).toBeGreaterThanOrEqual(MIN_PLACES);
});

test('records one order for 50 simultaneous webhooks, buyer returns and schedule runs', async () => {
  const sources = [deliverPaid, returnToShop, runSchedule];
  await Promise.all(Array.from({ length: 50 }, (_, at) => sources[at % sources.length]?.()));
  await expectOneOrder('paid');
});
