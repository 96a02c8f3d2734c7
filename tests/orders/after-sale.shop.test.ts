import { describe, expect, test } from 'vitest';
import { buy, deed, expectStatus, openSession, verify } from '../shop/buying.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

/** The names of the refunds that the order knows of. */
const factsOf = async (session: string): Promise<string[]> =>
  (await shop.redis.hkeys(`order:dev:${session}`)).filter((fact) => fact.startsWith('refund:'));

describe('after the sale', () => {
  test('a bank debit is pending until it settles, and is then paid', async () => {
    const session = await openSession(shop, 'bundle');
    await deed(shop, 'pay', { session, method: 'bank', settle: 'never' });
    expect(await verify(shop, session)).toMatchObject({ status: 'pending' });
    await deed(shop, 'settle', { session, outcome: 'succeeded' });
    await expectStatus(shop, session, 'paid');
  });

  test('a bank debit that fails is failed', async () => {
    const session = await openSession(shop, 'bundle');
    await deed(shop, 'pay', { session, method: 'bank', settle: 'never' });
    await deed(shop, 'settle', { session, outcome: 'failed' });
    expect(await verify(shop, session)).toMatchObject({ status: 'failed' });
  });

  test('a full refund ends the order and a partial one does not', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    await deed(shop, 'refund', { session, amount: 40 });
    await expect.poll(() => factsOf(session)).not.toHaveLength(0);
    expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
    await deed(shop, 'refund', { session });
    await expectStatus(shop, session, 'refunded');
  });

  test('a dispute suspends the order until it is won', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    const { id } = await deed(shop, 'dispute', { session });
    await expectStatus(shop, session, 'disputed');
    await deed(shop, 'dispute/update', { id, status: 'won' });
    await expectStatus(shop, session, 'paid');
  });
});
