import { expect } from 'vitest';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession } from '../shop/buying.ts';
import type { ownerClient } from '../shop/owner.ts';
import type { TestShop } from '../shop/shop.ts';

type Owner = Awaited<ReturnType<typeof ownerClient>>;

/** Waits until the shop was told of all that has happened. */
export const expectAllTold = async (shop: TestShop): Promise<void> => {
  const late = async () => {
    const { events } = await (await shop.control('/_control/state')).json();
    return events.filter((event: { nextAttemptAtMs: number | null }) => event.nextAttemptAtMs);
  };
  await expect.poll(late).toEqual([]);
};

/** An order of a debit that the bank has not settled, or of one that it has refused. */
export const byBank = async (shop: TestShop, status: 'pending' | 'failed'): Promise<string> => {
  const session = await openSession(shop, productOf('guide-2').product_type);
  await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
  if (status === 'failed') await control(shop, 'settle', { session, outcome: 'failed' });
  await expectStatus(shop, session, status);
  return session;
};

export const decide = (owner: Owner, session: string, access: 'blocked' | 'open') =>
  owner.post(`/api/admin/orders/${numberOf(session)}`, { access });

/** An order in each state that there is; the first is of the bundle. */
export const sellInEachState = async (shop: TestShop, owner: Owner) => {
  const bought = async (status: string, then: (session: string) => Promise<unknown>) => {
    const session = await buy(shop, productOf('guide-1').product_type);
    await then(session);
    await expectStatus(shop, session, status);
    return session;
  };
  const sessions = await Promise.all([
    buy(shop, productOf('bundle').product_type),
    bought('refunded', (session) => control(shop, 'refund', { session })),
    bought('paid', (session) => control(shop, 'refund', { session, amount: 100 })),
    bought('disputed', (session) => control(shop, 'dispute', { session })),
    bought('blocked', (session) => decide(owner, session, 'blocked')),
    bought('paid', async (session) => {
      await control(shop, 'refund', { session });
      await expectStatus(shop, session, 'refunded');
      await decide(owner, session, 'open');
    }),
    byBank(shop, 'pending'),
    byBank(shop, 'failed'),
  ]);
  await expectAllTold(shop);
  return sessions;
};
