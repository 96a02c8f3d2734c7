import { afterAll, expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/shop/words.ts';
import { PRODUCTS, centsOf, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession, setFaults, verify } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256 } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { loadFunctions } from '../shop/routes.ts';
import { type TestShop, jsonPost, openTestShop } from '../shop/shop.ts';
import { needs } from '../tools.ts';
import { newFolder, run } from './commands.ts';
import { ordersIn } from './contents.ts';
import { startOutside } from './outside.ts';
import { openStores } from './stores.ts';

vi.spyOn(console, 'log').mockReturnValue();

// Its orders know who bought them, and of their mails.
const shop = await openTestShop({ withMail: true });
const outside = await startOutside({ ...process.env } as Record<string, string>);
const other = await openStores();
const owner = await ownerClient(shop);
afterAll(() => Promise.all([outside.close(), other.close()]));

/** The shop deployed anew with the variables of the other stores. The one before must not be called any more. */
const move = async (): Promise<TestShop> => {
  Object.assign(process.env, other.environment);
  vi.resetModules();
  const handle = await loadFunctions();
  const call: TestShop['call'] = (pathname, init) =>
    handle(new Request(new URL(pathname, shop.siteUrl), init));
  const post: TestShop['post'] = (pathname, ...body) => call(pathname, jsonPost(...body));
  return { ...shop, redis: other.redis, call, post };
};

const downloads = (from: TestShop, session: string): Promise<Buffer[]> =>
  Promise.all(
    PRODUCTS.map(async ({ id }) => bytesOf(await from.call(await linkTo(from, id, session)))),
  );

type Event = { readonly nextAttemptAtMs: number | null };

/** The events that the shop is still to be told of. */
const late = async (): Promise<Event[]> => {
  const { events } = await (await shop.control('/_control/state')).json();
  return events.filter((event: Event) => event.nextAttemptAtMs);
};

const { product_type: GUIDE } = productOf('guide-1');

const decide = (session: string, access: 'blocked' | 'open') =>
  owner.post(`/api/admin/orders/${numberOf(session)}/access`, { access });

const sellInEachState = async () => {
  const refund = (session: string, amount?: number) => control(shop, 'refund', { session, amount });
  const byBank = async (): Promise<string> => {
    const session = await openSession(shop, GUIDE);
    await control(shop, 'pay', { session, method: 'bank' });
    return session;
  };
  const sessions = {
    bundle: await buy(shop, productOf('bundle').product_type),
    paid: await buy(shop, GUIDE),
    refunded: await buy(shop, GUIDE),
    partly: await buy(shop, GUIDE),
    disputed: await buy(shop, GUIDE),
    blocked: await buy(shop, GUIDE),
    opened: await buy(shop, GUIDE),
    pending: await byBank(),
    failed: await byBank(),
  };
  await refund(sessions.refunded);
  await refund(sessions.partly, 100);
  await control(shop, 'dispute', { session: sessions.disputed });
  await expectStatus(shop, sessions.blocked, 'paid');
  await decide(sessions.blocked, 'blocked');
  await expectStatus(shop, sessions.blocked, 'blocked');
  await refund(sessions.opened);
  await expectStatus(shop, sessions.opened, 'refunded');
  await decide(sessions.opened, 'open');
  await control(shop, 'settle', { session: sessions.failed, outcome: 'failed' });
  await expect.poll(late).toEqual([]);
  return sessions;
};

test(
  'a shop moves to other stores while sales go on, and nothing is lost',
  needs('redis-server'),
  async () => {
    const [{ id: product } = { id: '' }] = PRODUCTS;
    expect((await owner.upload({ bytes: await makePdf(), product })).status).toBe(200);
    const sessions = await sellInEachState();
    const copies = await downloads(shop, sessions.bundle);
    expect(copies[0]?.includes(`Order MSK-${numberOf(sessions.bundle)}`)).toBe(true);
    const expected = await ordersIn(shop.redis);
    const folder = newFolder();
    const args = ['--context=dev', `--to=${folder}`];
    expect(await run('backup', outside, ...args)).toMatchObject({ code: 0 });

    // Recorded in the first Redis alone.
    const sold = await buy(shop, GUIDE);
    await control(shop, 'refund', { session: sessions.paid });
    await control(shop, 'settle', { session: sessions.pending, outcome: 'succeeded' });
    await expect.poll(late).toEqual([]);
    expect(await run('restore', other.outside, folder)).toMatchObject({ code: 0, err: '' });
    expect(await ordersIn(other.redis)).toEqual(expected);

    const moved = await move();
    expect((await downloads(moved, sessions.bundle)).map(sha256)).toEqual(copies.map(sha256));
    // Recorded nowhere.
    await setFaults(moved, { webhooks: { hold: true } });
    const soldAfter = await buy(moved, GUIDE);
    const runSchedule = async () => (await moved.post('/.netlify/functions/jobs', {})).json();
    await expect.poll(async () => (await runSchedule()).fulfilled).toBe(0);

    const statuses: Record<string, string> = {};
    for (const [name, session] of Object.entries({ ...sessions, sold, soldAfter })) {
      ({ status: statuses[name] } = await verify(moved, session));
    }
    expect(statuses).toEqual({
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
    const receipts = (await moved.inbox()).map(({ text }) => /cs_test_\w+/.exec(text)?.[0]);
    const { failed: _, ...paid } = { ...sessions, sold, soldAfter };
    expect(receipts.toSorted()).toEqual(Object.values(paid).toSorted());
    const { totals } = await (
      await (await ownerClient(moved)).call('/api/admin/report?period=this-month')
    ).json();
    expect(totals).toMatchObject([
      {
        orders: 10,
        gross: centsOf('bundle') + 9 * centsOf('guide-1'),
        refunded: 3 * centsOf('guide-1') + 100,
      },
    ]);
  },
);
