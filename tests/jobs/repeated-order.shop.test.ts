import { beforeEach, describe, expect, test } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { centsOf } from '../catalog.ts';
import { control } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { ownerClient } from '../shop/owner.ts';
import type { Meet } from '../shop/runs.ts';

const shop = await openMailShop();
const owner = await ownerClient(shop);
beforeEach(shop.startAnew);

const PARENT = 'parent@example.com';
const OTHER = 'grandma@example.com';
const GUIDE = 'individual_guide_6_10';
const OTHER_GUIDE = 'individual_guide_11_14';
const NOTE = 'You already have this from an earlier order.';

/** Buys a product, and has the schedule record the order and send its receipt. */
const buyAndReceive = async (productType: string, email = PARENT): Promise<string> => {
  const session = await shop.buyAs(email, productType);
  await shop.runSchedule();
  pass(1);
  return session;
};

/** Whether each email about the session has the note. Fails if an email's two formats differ. */
const notesAbout = async (session: string): Promise<boolean[]> => {
  const mails = await shop.mailsAbout(session);
  return mails.map(({ text, html }) => {
    const isNoted = text.includes(NOTE);
    expect(html.includes(NOTE)).toBe(isNoted);
    return isNoted;
  });
};

/** Refunds an order, in full if there is no amount. */
const refund = async (session: string, amount?: number): Promise<void> => {
  await control(shop, 'refund', { session, amount });
  await shop.runSchedule();
};

describe('a receipt with a note about an earlier order', () => {
  test.each([
    { name: 'of the same guide', earlier: GUIDE, bought: GUIDE },
    { name: 'of a bundle that includes the guide', earlier: 'bundle', bought: GUIDE },
    { name: 'of the same bundle', earlier: 'bundle', bought: 'bundle' },
  ])('mentions an earlier order $name', async ({ earlier, bought }) => {
    await buyAndReceive(earlier);
    const later = await buyAndReceive(bought);
    expect(await notesAbout(later)).toEqual([true]);
  });

  test('mentions an earlier order that was partly refunded', async () => {
    const earlier = await buyAndReceive(GUIDE);
    await refund(earlier, centsOf(GUIDE) - 1);
    expect(await notesAbout(await buyAndReceive(GUIDE))).toEqual([true]);
  });
});

describe('a receipt without a note about an earlier order', () => {
  test('does not mention a later order in the receipt for an earlier order', async () => {
    const first = await buyAndReceive(GUIDE);
    await buyAndReceive(GUIDE);
    expect(await notesAbout(first)).toEqual([false]);
  });

  test.each([
    { name: 'of a guide in the receipt for the bundle', earlier: GUIDE, bought: 'bundle' },
    { name: 'of another guide', earlier: OTHER_GUIDE, bought: GUIDE },
  ])('does not mention an earlier order $name', async ({ earlier, bought }) => {
    await buyAndReceive(earlier);
    const later = await buyAndReceive(bought);
    expect(await notesAbout(later)).toEqual([false]);
  });

  test('does not mention an order by another buyer', async () => {
    await buyAndReceive(GUIDE, OTHER);
    expect(await notesAbout(await buyAndReceive(GUIDE))).toEqual([false]);
  });

  test('does not mention an earlier order that was fully refunded', async () => {
    const earlier = await buyAndReceive(GUIDE);
    await refund(earlier);
    expect(await notesAbout(await buyAndReceive(GUIDE))).toEqual([false]);
  });

  test('does not mention an earlier order that the owner blocked', async () => {
    const earlier = await buyAndReceive(GUIDE);
    await owner.post(`/api/admin/orders/${orderNumberOf(earlier)}/access`, { access: 'blocked' });
    expect(await notesAbout(await buyAndReceive(GUIDE))).toEqual([false]);
  });
});

/** Makes Redis fail only for calls that read the buyer's orders. */
const failLookup: Meet = async (_call, send, request) => {
  const body = await request.clone().text();
  const isLookup = /zrange/i.test(body) && body.includes('buyer:');
  return isLookup ? new Response('', { status: 500 }) : send();
};

test('sends a receipt without the note if the lookup of earlier orders fails', async () => {
  await buyAndReceive(GUIDE);
  const second = await shop.buyAs(PARENT, GUIDE);
  await shop.runOnce(() => shop.runSchedule(), failLookup);
  expect(await notesAbout(second)).toEqual([false]);
  expect(await shop.redis.zcard('jobs:dev')).toBe(0);
});

const sendAgain = (session: string, receipt: object): Promise<Response> =>
  owner.post(`/api/admin/orders/${orderNumberOf(session)}/receipt`, receipt);

describe('a receipt that the owner sends again', () => {
  test('includes the note if the receipt is sent again to the buyer', async () => {
    await buyAndReceive(GUIDE);
    const second = await buyAndReceive(GUIDE);
    await sendAgain(second, { copy: 1 });
    expect(await notesAbout(second)).toEqual([true, true]);
  });

  test('omits the note if the receipt is sent again to another address', async () => {
    await buyAndReceive(GUIDE);
    const second = await buyAndReceive(GUIDE);
    await sendAgain(second, { copy: 1, to: OTHER });
    expect(await notesAbout(second)).toEqual([false, true]);
  });
});
