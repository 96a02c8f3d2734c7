import { beforeEach, expect, test } from 'vitest';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
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

/** Buys, and lets the schedule record the order and send its receipt. */
const buyAndReceive = async (productType: string, email = PARENT): Promise<string> => {
  const session = await shop.buyAs(email, productType);
  await shop.runSchedule();
  pass(1);
  return session;
};

/** Whether each email about the session has the note. Fails if its two formats differ. */
const notesAbout = async (session: string): Promise<boolean[]> => {
  const mails = await shop.mailsAbout(session);
  return mails.map(({ text, html }) => {
    const isNoted = text.includes(NOTE);
    expect(html.includes(NOTE)).toBe(isNoted);
    return isNoted;
  });
};

test('a receipt does not mention an earlier order for a first order', async () => {
  const session = await buyAndReceive(GUIDE);
  expect(await notesAbout(session)).toEqual([false]);
});

test.each([
  { name: 'the same guide', earlier: GUIDE, bought: GUIDE, expected: true },
  { name: 'the bundle, then its guide', earlier: 'bundle', bought: GUIDE, expected: true },
  { name: 'the bundle twice', earlier: 'bundle', bought: 'bundle', expected: true },
  { name: 'a guide, then the bundle', earlier: GUIDE, bought: 'bundle', expected: false },
  { name: 'another guide', earlier: OTHER_GUIDE, bought: GUIDE, expected: false },
])('a receipt says for $name that the buyer already has it: $expected', async (row) => {
  const first = await buyAndReceive(row.earlier);
  const second = await buyAndReceive(row.bought);
  expect(await notesAbout(second)).toEqual([row.expected]);
  expect(await notesAbout(first)).toEqual([false]);
});

test('a receipt does not mention an earlier order of another buyer', async () => {
  await buyAndReceive(GUIDE, OTHER);
  expect(await notesAbout(await buyAndReceive(GUIDE))).toEqual([false]);
});

test('a receipt does not mention an earlier order that was refunded', async () => {
  const first = await buyAndReceive(GUIDE);
  await control(shop, 'refund', { session: first });
  await shop.runSchedule();
  expect(await notesAbout(await buyAndReceive(GUIDE))).toEqual([false]);
});

/** Redis fails only while it is asked for the buyer's orders. */
const failingLookUp: Meet = async (_call, send, request) => {
  const body = await request.clone().text();
  const isLookUp = /zrange/i.test(body) && body.includes('buyer:');
  return isLookUp ? new Response('', { status: 500 }) : send();
};

test('a receipt is sent without the note if the look-up of earlier orders fails', async () => {
  await buyAndReceive(GUIDE);
  const second = await shop.buyAs(PARENT, GUIDE);
  await shop.runOnce(() => shop.runSchedule(), failingLookUp);
  expect(await notesAbout(second)).toEqual([false]);
  expect(await shop.redis.zcard('jobs:dev')).toBe(0);
});

const sendAgain = (session: string, receipt: object): Promise<Response> =>
  owner.post(`/api/admin/orders/${orderNumberOf(session)}/receipt`, receipt);

test('a receipt that the owner sends again has the note only for the buyer’s own address', async () => {
  await buyAndReceive(GUIDE);
  const second = await buyAndReceive(GUIDE);
  await sendAgain(second, { copy: 1 });
  await sendAgain(second, { copy: 2, to: OTHER });
  expect(await notesAbout(second)).toEqual([false, true, true]);
});
