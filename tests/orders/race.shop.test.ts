import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isDeep } from '../depth.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import { buy, control, deliver, verify } from '../shop/buying.ts';
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
  async () => {
    const { data } = await shop.stripe.events.list({ types: [type], limit: 1 });
    await deliver(shop, data[0]);
  };
const happens = (what: 'refund' | 'dispute') => control(shop, what, { session });

const deliverRefund = deliverNewest('refund.created');
const CALLS = {
  'the webhook': deliverNewest('checkout.session.completed'),
  'the buyer’s return': () => verify(shop, session),
  'the schedule': shop.runSchedule,
};
const RIVALS: Readonly<Record<string, readonly [act: Act, status: string]>> = {
  ...Object.fromEntries(Object.entries(CALLS).map(([name, act]) => [name, [act, 'paid']])),
  'a refund': [() => happens('refund').then(deliverRefund), 'refunded'],
  'a dispute': [() => happens('dispute').then(deliverNewest('charge.dispute.created')), 'disputed'],
};
const PAIRS = Object.entries(CALLS).flatMap(([call, work]) =>
  Object.entries(RIVALS).map(([rival, [act, status]]) => ({ call, rival, work, act, status })),
);

/** Lets a rival act before and after each outside call of some work, each time in a new shop. Returns the number of these places. */
const meet = async (
  arrange: Act,
  [work, rival]: readonly [Act, Act],
  check: Act,
): Promise<number> => {
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
    if (seen <= place) return place;
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
const refundLater = () => shop.runSchedule().then(() => happens('refund'));

describe('before and after each of its outside calls', () => {
  // By day, the webhook meets a refund.
  test.each(PAIRS.filter((_, n) => isDeep || n === 3))(
    '$call meets $rival: one order, and the right one',
    async ({ work, act, status }) => {
      const places = await meet(
        async () => {},
        [work, act],
        async () => {
          await shop.runSchedule();
          await expectOneOrder(status);
        },
      );
      expect(places).toBeGreaterThanOrEqual(4);
    },
  );

  test.each([
    ['an answer that is on its way', [deliverRefund, forget]],
    ['to be forgotten', [forget, deliverRefund]],
  ] as const)('%s neither brings a forgotten buyer back nor loses a refund', async (_, acts) => {
    const places = await meet(refundLater, acts, async () => {
      expect(await shop.redis.keys('buyer:*')).toEqual([]);
      expect((await readOrder(session))?.refunds).toHaveLength(1);
    });
    expect(places).toBeGreaterThanOrEqual(4);
  });
});

test('fifty webhooks, returns and runs of the schedule at once make one order', async () => {
  const {
    'the webhook': webhook,
    'the buyer’s return': comeBack,
    'the schedule': schedule,
  } = CALLS;
  const four = [webhook, comeBack, webhook, schedule];
  await Promise.all(Array.from({ length: 50 }, (_, at) => four[at % 4]?.()));
  await expectOneOrder('paid');
});
