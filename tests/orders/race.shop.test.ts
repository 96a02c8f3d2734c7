import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isDeep } from '../depth.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { buy, control, deliveryOf, verify } from '../shop/buying.ts';
import { type Meet, neverTimeOut } from '../shop/runs.ts';

const shop = await openMailShop();
const { forgetBuyer } = await import('../../netlify/orders/notes.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');

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

const deliverNewest =
  (type: string): Act =>
  async () =>
    (await deliveryOf(shop, type))();
const refund = () => control(shop, 'refund', { session });
const deliverRefund = deliverNewest('refund.created');

const CALLS: Readonly<Record<string, Act>> = {
  'the webhook': deliverNewest('checkout.session.completed'),
  'the buyer’s return': () => verify(shop, session),
  'the schedule': shop.runSchedule,
};
const RIVALS: Readonly<Record<string, Act>> = {
  ...CALLS,
  refunded: () => refund().then(deliverRefund),
  disputed: () =>
    control(shop, 'dispute', { session }).then(deliverNewest('charge.dispute.created')),
};
const PAIRS = Object.keys(CALLS).flatMap((call) =>
  Object.keys(RIVALS).map((rival) => [call, rival] as const),
);

/** Lets a rival act before and after each outside call of some work, each time in a new shop. */
const meet = async (
  [arrange, work, rival]: readonly [Act, Act, Act],
  check: Act,
): Promise<void> => {
  for (let place = 0; ; place += 1) {
    await open();
    await arrange();
    let seen = 0;
    const actInPlace = async (): Promise<void> => {
      if (seen++ === place) await rival();
    };
    const around: Meet = async (_call, send) => {
      await actInPlace();
      const answer = await send();
      await actInPlace();
      return answer;
    };
    await shop.runOnce(work, around);
    if (seen <= place) return expect(place).toBeGreaterThanOrEqual(4);
    await check();
  }
};

const timesFulfilled = (): number =>
  vi.mocked(console.log).mock.calls.filter(([line]) => String(line).includes('order fulfilled'))
    .length;

const expectOneOrder = async (status: string): Promise<void> => {
  expect(await shop.redis.zrange('orders:dev', 0, -1)).toEqual([session]);
  expect((await verify(shop, session)).status).toBe(status);
  expect(timesFulfilled()).toBe(1);
  expect(await shop.mailsAbout(session)).toHaveLength(1);
};

const forget = () => forgetBuyer(session);

describe('before and after each of its outside calls', () => {
  // By day, the webhook meets a refund.
  test.each(PAIRS.filter((_, n) => isDeep || n === 3))(
    '%s meets "%s": one order, and the right one',
    async (call, rival) => {
      await meet([async () => {}, CALLS[call] ?? open, RIVALS[rival] ?? open], async () => {
        await shop.runSchedule();
        await expectOneOrder(rival in CALLS ? 'paid' : rival);
      });
    },
  );

  test.each([
    ['an answer that is on its way', deliverRefund, forget],
    ['to be forgotten', forget, deliverRefund],
  ] as const)(
    '%s neither brings a forgotten buyer back nor loses a refund',
    async (_, act, rival) => {
      await meet([() => shop.runSchedule().then(refund), act, rival], async () => {
        expect(await shop.redis.keys('buyer:*')).toEqual([]);
        expect((await readOrder(session))?.refunds).toHaveLength(1);
      });
    },
  );
});

test('fifty webhooks, returns and runs of the schedule at once make one order', async () => {
  const all = Object.values(CALLS);
  await Promise.all(Array.from({ length: 50 }, (_, at) => all[at % all.length]?.()));
  await expectOneOrder('paid');
});
