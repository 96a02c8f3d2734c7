import { expect, test, vi } from 'vitest';
import { numberOf } from '../../netlify/shop/words.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession, setFaults, verify } from '../shop/buying.ts';
import { bytesOf, linkTo, sha256 } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
import { loadFunctions } from '../shop/routes.ts';
import { type TestShop, jsonPost, openTestShop } from '../shop/shop.ts';
import { needs } from '../tools.ts';
import { newFolder, openFromOutside, run } from '../backup/stores.ts';

vi.spyOn(console, 'log').mockReturnValue();

// With mail, orders have their buyers and their receipts.
const shop = await openTestShop({ withMail: true });
const { environment, empty } = openFromOutside(shop.redis);
const owner = await ownerClient(shop);

/** Deploys the shop anew. The old one must not be called afterwards. */
const deployAnew = async (): Promise<TestShop> => {
  vi.resetModules();
  const handle = await loadFunctions();
  const call: TestShop['call'] = (pathname, init) =>
    handle(new Request(new URL(pathname, shop.siteUrl), init));
  const post: TestShop['post'] = (pathname, ...body) => call(pathname, jsonPost(...body));
  return { ...shop, call, post };
};

const downloads = (from: TestShop, session: string): Promise<Buffer[]> =>
  Promise.all(
    PRODUCTS.map(async ({ id }) => bytesOf(await from.call(await linkTo(from, id, session)))),
  );

type Event = { readonly nextAttemptAtMs: number | null };

/** The events that Stripe still has to deliver. */
const late = async (): Promise<Event[]> => {
  const { events } = await (await shop.control('/_control/state')).json();
  return events.filter((event: Event) => event.nextAttemptAtMs);
};

const { product_type: GUIDE } = productOf('guide-1');

/** The states that a backup has to keep. Each other one follows from Stripe. */
const sellInEachState = async () => {
  const pending = await openSession(shop, GUIDE);
  await control(shop, 'pay', { session: pending, method: 'bank' });
  const bundle = await buy(shop, productOf('bundle').product_type);
  const [paid, refunded] = [await buy(shop, GUIDE), await buy(shop, GUIDE)];
  const [blocked, opened] = [await buy(shop, GUIDE), await buy(shop, GUIDE)];
  await control(shop, 'refund', { session: refunded });
  await control(shop, 'refund', { session: opened });
  await expectStatus(shop, opened, 'refunded');
  for (const [session, access] of [
    [blocked, 'blocked'],
    [opened, 'open'],
  ] as const) {
    await owner.post(`/api/admin/orders/${numberOf(session)}/access`, { access });
  }
  await expect.poll(late).toEqual([]);
  return { bundle, paid, refunded, blocked, opened, pending };
};

test(
  'a shop moves to new stores while sales go on, and nothing is lost',
  needs('redis-server'),
  async () => {
    const [{ id: product } = { id: '' }] = PRODUCTS;
    expect((await owner.upload({ bytes: await makePdf(), product })).status).toBe(200);
    const sessions = await sellInEachState();
    const copies = await downloads(shop, sessions.bundle);
    expect(copies[0]?.includes(`Order MSK-${numberOf(sessions.bundle)}`)).toBe(true);
    const folder = newFolder();
    const args = ['--context=dev', `--to=${folder}`];
    expect(await run('backup', environment, ...args)).toMatchObject({ code: 0 });

    // Recorded only in the Redis that is lost.
    const sold = await buy(shop, GUIDE);
    await control(shop, 'refund', { session: sessions.paid });
    await control(shop, 'settle', { session: sessions.pending, outcome: 'succeeded' });
    await expect.poll(late).toEqual([]);
    await empty();
    expect(await run('restore', environment, folder)).toMatchObject({ code: 0, err: '' });

    const moved = await deployAnew();
    expect((await downloads(moved, sessions.bundle)).map(sha256)).toEqual(copies.map(sha256));
    // Recorded nowhere.
    await setFaults(moved, { webhooks: { hold: true } });
    const soldAfter = await buy(moved, GUIDE);
    const runSchedule = async () => (await moved.post('/.netlify/functions/jobs', {})).json();
    await expect.poll(async () => (await runSchedule()).fulfilled).toBe(0);

    const all = { ...sessions, sold, soldAfter };
    const statuses: Record<string, string> = {};
    for (const [name, session] of Object.entries(all)) {
      ({ status: statuses[name] } = await verify(moved, session));
    }
    expect(statuses).toEqual({
      bundle: 'paid',
      paid: 'refunded',
      refunded: 'refunded',
      blocked: 'blocked',
      opened: 'paid',
      pending: 'paid',
      sold: 'paid',
      soldAfter: 'paid',
    });
    const receipts = (await moved.inbox()).map(({ text }) => /cs_test_\w+/.exec(text)?.[0]);
    expect(receipts.toSorted()).toEqual(Object.values(all).toSorted());
  },
);
