import { afterAll, expect, test, vi } from 'vitest';
import type { SalesResponse } from '../../src/contract/admin-orders.ts';
import { centsOf, productOf } from '../catalogue.ts';
import { buy, control, setFaults, verify } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';
import { newFolder, runApart } from './commands.ts';
import { startOutside } from './outside.ts';
import { byBank, decide, expectAllTold } from './selling.ts';
import { openStores } from './stores.ts';
import { reconcile, switchTo } from './switch.ts';

const shop = await openTestShop();
const outside = await startOutside({ ...process.env } as Record<string, string>);
const other = await openStores();
afterAll(async () => {
  await outside.close();
  await other.close();
});

const GUIDE = productOf('guide-1').product_type;

/** Stripe's request for an event that was delivered once. */
const sendAgain = async (type: string, session: string): Promise<RequestInit> => {
  const { events } = await (await shop.control('/_control/state')).json();
  const event = events.find(
    (one: { type: string; data: { object: { id: string } } }) =>
      one.type === type && one.data.object.id === session,
  );
  const payload = JSON.stringify(event);
  const signature = shop.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: shop.webhookSecret,
  });
  return { method: 'POST', body: payload, headers: { 'stripe-signature': signature } };
};

test('a shop moves to another Redis while sales go on, and nothing is lost', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const owner = await ownerClient(shop);
  const [kept, refunded, disputed, blocked] = [
    await buy(shop, GUIDE),
    await buy(shop, GUIDE),
    await buy(shop, GUIDE),
    await buy(shop, GUIDE),
  ];
  const debit = await byBank(shop, 'pending');
  await decide(owner, blocked, 'blocked');
  await expectAllTold(shop);

  const folder = newFolder();
  expect(await runApart('backup', outside, '--context=dev', `--to=${folder}`)).toMatchObject({
    code: 0,
  });

  // Told to the first Redis, which the backup has not seen.
  const sold = await buy(shop, GUIDE);
  await control(shop, 'refund', { session: refunded });
  await expectAllTold(shop);
  expect(await runApart('restore', other.outside, folder)).toMatchObject({ code: 0, err: '' });
  await control(shop, 'dispute', { session: disputed });
  await control(shop, 'settle', { session: debit, outcome: 'succeeded' });
  await expectAllTold(shop);

  await setFaults(shop, { webhooks: { hold: true } });
  const moved = await switchTo(shop, other);

  // What the first Redis knew before the backup, the other one knows.
  const again = await sendAgain('checkout.session.completed', kept);
  const asked = shop.callsTo('stripe');
  const answer = await moved.call('/api/stripe-webhook', again);
  expect(await answer.json()).toEqual({ received: true, handled: true });
  expect(shop.callsTo('stripe')).toBe(asked);

  // Told to nobody.
  const soldAfter = await buy(moved, GUIDE);
  await expect.poll(async () => (await reconcile(moved)).healed).toBe(0);

  const statuses = await Promise.all(
    [kept, refunded, disputed, blocked, debit, sold, soldAfter].map(
      async (session) => (await verify(moved, session)).status,
    ),
  );
  expect(statuses).toEqual(['paid', 'refunded', 'disputed', 'blocked', 'paid', 'paid', 'paid']);
  const newOwner = await ownerClient(moved);
  const sales: SalesResponse = await (await newOwner.call('/api/admin/sales?range=all')).json();
  expect(sales.total).toEqual({
    orders: 7,
    amount: 6 * centsOf('guide-1') + centsOf('guide-2'),
    refunded: centsOf('guide-1'),
  });
});
