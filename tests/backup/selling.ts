import { expect } from 'vitest';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession } from '../shop/buying.ts';
import type { ownerClient } from '../shop/owner.ts';
import type { TestShop } from '../shop/shop.ts';

type Owner = Awaited<ReturnType<typeof ownerClient>>;

const GUIDE = productOf('guide-1').product_type;

/** Waits until the shop was told of all that has happened. */
export const expectAllTold = async (shop: TestShop): Promise<void> => {
  const late = async () => {
    const { events } = await (await shop.control('/_control/state')).json();
    return events.filter((event: { nextAttemptAtMs: number | null }) => event.nextAttemptAtMs);
  };
  await expect.poll(late).toEqual([]);
};

/** An order in each state that there is. */
export const sellInEachState = async (shop: TestShop, owner: Owner) => {
  const bought = async (status: string, ...steps: ((session: string) => Promise<unknown>)[]) => {
    const session = await buy(shop, GUIDE);
    for (const step of steps) await step(session);
    await expectStatus(shop, session, status);
    return session;
  };
  const refund = (session: string) => control(shop, 'refund', { session });
  const decide = (access: 'blocked' | 'open') => (session: string) =>
    owner.post(`/api/admin/orders/${numberOf(session)}`, { access });
  const byBank = async (status: string): Promise<string> => {
    const session = await openSession(shop, GUIDE);
    await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
    if (status === 'failed') await control(shop, 'settle', { session, outcome: 'failed' });
    await expectStatus(shop, session, status);
    return session;
  };
  const sessions = {
    bundle: await buy(shop, productOf('bundle').product_type),
    paid: await bought('paid'),
    refunded: await bought('refunded', refund),
    partly: await bought('paid', (session) => control(shop, 'refund', { session, amount: 100 })),
    disputed: await bought('disputed', (session) => control(shop, 'dispute', { session })),
    blocked: await bought('blocked', decide('blocked')),
    opened: await bought(
      'paid',
      refund,
      (session) => expectStatus(shop, session, 'refunded'),
      decide('open'),
    ),
    pending: await byBank('pending'),
    failed: await byBank('failed'),
  };
  await expectAllTold(shop);
  return sessions;
};
