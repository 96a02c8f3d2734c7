import { afterAll, expect, test, vi } from 'vitest';
import type { SalesResponse } from '../../src/contract/admin-orders.ts';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { PRODUCTS, centsOf, productOf } from '../catalogue.ts';
import { buy, control, setFaults, verify } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256 } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { loadFunctions } from '../shop/routes.ts';
import { type TestShop, jsonPost, openTestShop } from '../shop/shop.ts';
import { newFolder, run } from './commands.ts';
import { ordersIn } from './contents.ts';
import { startOutside } from './outside.ts';
import { expectAllTold, sellInEachState } from './selling.ts';
import { openStores } from './stores.ts';

vi.spyOn(console, 'log').mockReturnValue();

// Its orders know who bought them, and of their mails.
const shop = await openTestShop({ withMail: true });
const outside = await startOutside({ ...process.env } as Record<string, string>);
const other = await openStores();
afterAll(() => Promise.all([outside.close(), other.close()]));

/** The shop with the variables of the other stores, deployed anew. The one before must not be called any more. */
const move = async (): Promise<TestShop> => {
  Object.assign(process.env, other.environment);
  vi.resetModules();
  const handle = await loadFunctions();
  const call: TestShop['call'] = (pathname, init) =>
    handle(new Request(new URL(pathname, shop.siteUrl), init));
  const post: TestShop['post'] = (pathname, ...body) => call(pathname, jsonPost(...body));
  return { ...shop, redis: other.redis, call, post };
};

const download = async (from: TestShop, session: string, product: string): Promise<Buffer> =>
  bytesOf(await from.call(await linkTo(from, product, session)));

const downloads = (from: TestShop, session: string): Promise<Buffer[]> =>
  Promise.all(PRODUCTS.map(({ id }) => download(from, session, id)));

test('a shop moves to other stores while sales go on, and nothing is lost', async () => {
  const owner = await ownerClient(shop);
  for (const [at, { id: product }] of PRODUCTS.entries()) {
    const bytes = await makePdf({ title: `Of ${at}` });
    expect((await owner.inOne({ bytes, product })).status).toBe(200);
  }
  // What became of the mails comes later, and by itself.
  await shop.controlMail('/_control/mail/faults', { ...jsonPost({ hold: true }), method: 'PUT' });
  const sessions = await sellInEachState(shop, owner);
  const { bundle, paid, pending } = sessions;
  await shop.controlMail('/_control/mail/flush', { method: 'POST' });
  const copies = await downloads(shop, bundle);
  expect(copies[0]?.includes(`Order MSK-${numberOf(bundle)}`)).toBe(true);
  const expected = await ordersIn(shop.redis);
  const folder = newFolder();
  const args = ['--context=dev', `--to=${folder}`];
  expect(await run('backup', outside, ...args)).toMatchObject({ code: 0 });

  // Told to the first Redis, of which the backup knows nothing.
  const sold = await buy(shop, productOf('guide-1').product_type);
  await control(shop, 'refund', { session: paid });
  await control(shop, 'settle', { session: pending, outcome: 'succeeded' });
  await expectAllTold(shop);
  expect(await run('restore', other.outside, folder)).toMatchObject({ code: 0, err: '' });
  expect(await ordersIn(other.redis)).toEqual(expected);

  const moved = await move();
  expect((await downloads(moved, bundle)).map(sha256)).toEqual(copies.map(sha256));
  // Told to nobody.
  await setFaults(moved, { webhooks: { hold: true } });
  const soldAfter = await buy(moved, productOf('guide-1').product_type);
  const reconcile = async () => (await moved.post('/.netlify/functions/reconcile', {})).json();
  await expect.poll(async () => (await reconcile()).healed).toBe(0);

  const statuses = Object.entries({ ...sessions, sold, soldAfter }).map(
    async ([name, session]) => [name, (await verify(moved, session)).status] as const,
  );
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
    bundle: 'paid',
    paid: 'refunded',
    refunded: 'refunded',
    partly: 'paid',
    disputed: 'disputed',
    blocked: 'blocked',
    opened: 'paid',
    pending: 'paid',
    failed: 'failed',
    sold: 'paid',
    soldAfter: 'paid',
  });
  const movedOwner = await ownerClient(moved);
  const sales: SalesResponse = await (await movedOwner.call('/api/admin/sales?range=all')).json();
  expect(sales.total).toEqual({
    orders: 10,
    amount: centsOf('bundle') + 9 * centsOf('guide-1'),
    discount: 0,
    refunded: 3 * centsOf('guide-1') + 100,
  });
});
