import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isDeep } from '../depth.ts';
import { check } from '../model/check.ts';
import { type Life, newLife } from '../model/life.ts';
import type { AtCall } from '../model/outside.ts';
import { perform } from '../model/perform.ts';
import type { Call } from '../model/steps.ts';
import { PRODUCTS } from '../model/truth.ts';
import { openWorld } from '../model/world.ts';

const world = await openWorld();
afterAll(world.close);
const reset = async () => {
  await world.reset();
  fulfilled = [];
};
beforeEach(reset);

let fulfilled: string[] = [];
console.log = (line: string) => {
  const { event, order } = JSON.parse(line);
  if (event === 'order fulfilled') fulfilled.push(order);
};

/** A shop that does not know yet that its one session was paid. */
const paidLife = async (): Promise<Life> => {
  const life = newLife(world);
  await perform(life, { call: 'create', product: PRODUCTS.length - 1, code: '' });
  for (const truth of life.truths) {
    const paid = await world.control('pay', { session: truth.session });
    Object.assign(truth, { payment: 'paid', paidAt: paid?.created });
  }
  return life;
};

const WEBHOOK: Call = { call: 'deliver', event: 0 };
const RETURN: Call = { call: 'return', session: 0 };
const SCHEDULE: Call = { call: 'schedule' };

type Rival = (life: Life) => Promise<unknown>;

const happens =
  (what: 'refund' | 'dispute', isDelivered: boolean): Rival =>
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

const RIVALS: Record<string, Rival> = {
  'the same webhook': (life) => perform(life, WEBHOOK),
  "the buyer's return": (life) => perform(life, RETURN),
  'a refund and its webhook': happens('refund', true),
  'a dispute and its webhook': happens('dispute', true),
  ...(isDeep && {
    'the schedule': (life: Life) => perform(life, SCHEDULE),
    'a refund': happens('refund', false),
    'a dispute': happens('dispute', false),
  }),
};

describe.each([
  ['the webhook', WEBHOOK],
  ["the buyer's return", RETURN],
  ['the schedule', SCHEDULE],
])('%s meets', (_name, call) => {
  test.each(Object.keys(RIVALS))(
    '%s before and after each of its outside calls: one order, and the right one',
    async (name) => {
      const places = new Set<string>();
      for (let place = 0; ; place += 1) {
        await reset();
        const life = await paidLife();
        let seen = -1;
        const rival: AtCall = async (at, when) => {
          seen += 1;
          if (seen !== place) return;
          places.add(`${when} ${at}`);
          await RIVALS[name]?.(life);
        };
        await perform(life, call, { atCall: rival });
        await perform(life, SCHEDULE); // as it does for all that is late
        await check(life, { end: 'schedule' }, fulfilled);
        if (seen < place) break; // nobody got in between: as if there were no rival
      }
      expect(places.size).toBeGreaterThanOrEqual(4);
    },
  );
});

test('fifty at once for one session, webhooks, returns and runs of the schedule, make one order', async () => {
  const life = await paidLife();
  const four = [WEBHOOK, RETURN, WEBHOOK, SCHEDULE];
  const fifty = Array.from({ length: 50 }, (_, at) => four[at % 4] ?? RETURN);
  await Promise.all(fifty.map((call) => perform(life, call)));
  await check(life, { end: 'redelivery' }, fulfilled);
  expect(fulfilled).toHaveLength(1);
});
