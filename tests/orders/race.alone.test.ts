import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetBuyer } from '../../netlify/orders/notes.ts';
import { isDeep } from '../depth.ts';
import { check } from '../model/check.ts';
import { type Life, newLife } from '../model/life.ts';
import { type AtCall, type RunOptions, runOnce } from '../model/outside.ts';
import { detailOf } from '../model/owner.ts';
import { perform } from '../model/perform.ts';
import type { Call } from '../model/steps.ts';
import { PRODUCTS } from '../model/truth.ts';
import { openWorld } from '../model/world.ts';

const world = await openWorld();
afterAll(world.close);
let fulfilled: string[] = [];
const reset = async () => {
  await world.reset();
  fulfilled = [];
};
beforeEach(reset);
console.log = (line: string) => {
  const { event, order } = JSON.parse(line);
  if (event === 'order fulfilled') fulfilled.push(order);
};

/** A shop with one paid session that it does not know yet. */
const paidLife = async (): Promise<Life> => {
  const life = newLife(world);
  await perform(life, { call: 'create', product: PRODUCTS.length - 1, code: '' });
  for (const truth of life.truths) {
    const paid = await world.control('pay', { session: truth.session });
    Object.assign(truth, { payment: 'paid', paidAt: paid?.created });
  }
  return life;
};

type Act = (life: Life, options?: RunOptions) => Promise<unknown>;

const happens =
  (what: 'refund' | 'dispute', isDelivered: boolean): Act =>
  async ({ truths: [truth] }) => {
    if (!truth) return;
    const made = await world.control(what, { session: truth.session });
    if (!made) return;
    const { id, amount, created: createdAt } = made;
    if (what === 'refund') truth.refunds.set(id, { amount, createdAt, hasFailed: false });
    else truth.disputes.set(id, { createdAt, status: 'needs_response' });
    const event = (await world.events()).findLast(({ type }) => type.includes(what));
    if (event && isDelivered) await world.call(world.delivery(event));
  };

/** Lets a rival act before and after each call of some work, each time in a new shop. Returns the number of these places. */
const meet = async (
  open: () => Promise<Life>,
  [work, rival]: readonly [Act, Act],
  verify: Act,
): Promise<number> => {
  for (let place = 0; ; place += 1) {
    await reset();
    const life = await open();
    let seen = -1;
    const atCall: AtCall = async () => {
      seen += 1;
      if (seen === place) await rival(life);
    };
    await work(life, { atCall });
    if (seen < place) return place;
    await verify(life);
  }
};

const calling =
  (call: Call): Act =>
  (life, options) =>
    perform(life, call, options);
const CALLS = {
  'the webhook': calling({ call: 'deliver', event: 0 }),
  'the buyer’s return': calling({ call: 'return', session: 0 }),
  'the schedule': calling({ call: 'schedule' }),
};
const { 'the webhook': webhook, 'the buyer’s return': comeBack, 'the schedule': schedule } = CALLS;
const RIVALS = {
  ...CALLS,
  'a refund and its webhook': happens('refund', true),
  'a dispute and its webhook': happens('dispute', true),
  'a refund': happens('refund', false),
  'a dispute': happens('dispute', false),
};
const PAIRS = Object.entries(CALLS).flatMap(([call, work]) =>
  Object.entries(RIVALS).map(([rival, act]) => [call, rival, work, act] as const),
);

const deliverRefund: Act = async (_life, options) => {
  const event = (await world.events()).findLast(({ type }) => type === 'refund.created');
  if (event) await runOnce(() => world.call(world.delivery(event)), options);
};
const forget: Act = ({ truths: [truth] }, options) =>
  runOnce(() => forgetBuyer(truth?.session ?? ''), options);

/** A recorded order with a refund that the shop does not know yet. */
const refundedLife = async (): Promise<Life> => {
  const life = await paidLife();
  await schedule(life);
  await happens('refund', false)(life);
  return life;
};

describe('before and after each of its outside calls', () => {
  // By day, the webhook meets a refund, and the schedule a dispute.
  test.each(PAIRS.filter((_, n) => isDeep || n === 3 || n === 18))(
    '%s meets %s: one order, and the right one',
    async (_call, _rival, work, rival) => {
      const places = await meet(paidLife, [work, rival], async (life) => {
        await schedule(life);
        await check(life, { end: 'schedule' }, fulfilled);
      });
      expect(places).toBeGreaterThanOrEqual(4);
    },
  );

  test.each([
    ['an answer that is on its way', [deliverRefund, forget]],
    ['to be forgotten', [forget, deliverRefund]],
  ] as const)('%s neither brings a forgotten buyer back nor loses a refund', async (_, acts) => {
    const places = await meet(refundedLife, acts, async ({ truths: [truth] }) => {
      expect(await world.redis.keys('buyer:*')).toEqual([]);
      expect(await detailOf(world, truth?.session ?? '')).toMatchObject({ status: 'refunded' });
    });
    expect(places).toBeGreaterThanOrEqual(4);
  });
});

test('fifty webhooks, returns and runs of the schedule at once make one order', async () => {
  const life = await paidLife();
  const four = [webhook, comeBack, webhook, schedule];
  const fifty = Array.from({ length: 50 }, (_, at) => four[at % 4] ?? webhook);
  await Promise.all(fifty.map((act) => act(life)));
  await check(life, { end: 'redelivery' }, fulfilled);
  expect(fulfilled).toHaveLength(1);
});
