import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ENDED_ORDERS } from '../../src/contract/ended-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { productOf, subjectOf } from '../catalogue.ts';
import { control, expectStatus, setFaults, verify } from '../shop/buying.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const { buyAs, reconcile, setMailFaults } = shop;
const GUIDE = productOf('guide-1').product_type;

let parents = 0;
let parent = '';
/** An address that nothing was bought with yet. */
const newParent = (): string => `parent-${(parents += 1)}@example.com`;

beforeEach(async () => {
  vi.useRealTimers();
  vi.spyOn(console, 'error').mockReset().mockReturnValue();
  await shop.heal();
  await shop.redis.del(...(await shop.redis.keys('limit:*')), 'none');
  parent = newParent();
});

const find = (email: string) => shop.post('/api/find-purchase', { email });
/** What an address got besides receipts, newest first. */
const mailsTo = async (email: string) =>
  (await shop.inbox()).filter(
    ({ to, subject }) => to === email && subject === subjectOf('find-purchase'),
  );
const linkTo = (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`;
const linksIn = (text = '') => text.match(/http\S+session_id=\w+/g) ?? [];
/** The links of each email to an address, newest first. */
const linksTo = async (email: string) => (await mailsTo(email)).map(({ text }) => linksIn(text));
/** The requests whose email was not sent. */
const waiting = () => shop.redis.zrange<string[]>('finds:dev', 0, -1);

/** Makes orders as those are that were recorded before there was an index of buyers. */
const forgetIndex = async (...sessions: string[]): Promise<void> => {
  for (const session of sessions) await shop.redis.hdel(`order:dev:${session}`, 'buyer');
  await shop.redis.del(...(await shop.redis.keys('buyer:dev:*')));
};

test('a parent gets one email with a link to each purchase, the newest first', async () => {
  const guide = await buyAs(parent, GUIDE);
  // Orders are sorted by the second.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  const bundle = await buyAs(parent, 'bundle');
  await buyAs(newParent(), 'bundle');
  expect((await find(parent)).status).toBe(202);
  const [mail, ...more] = await mailsTo(parent);
  expect(more).toEqual([]);
  const numbers = await Promise.all([bundle, guide].map(orderNumber));
  for (const words of [mail?.text ?? '', mail?.html ?? '']) {
    expect(linksIn(words)).toEqual([bundle, guide].map(linkTo));
    const named = [...words.matchAll(/Order number: ([\dA-F-]+)/g)].map(([, number]) => number);
    expect(named).toEqual(numbers);
  }
  for (const id of ['bundle', 'guide-1']) expect(mail?.text).toContain(productOf(id).name);
  expect(mail?.text).not.toMatch(/[{}<>]/);
  expect(mail?.html).not.toMatch(/[{}]orders|undefined|<p[^>]*>\s*<ul/);
});

/** A purchase as the shop knows of it; how the address is written; which service fails meanwhile. */
type Row = readonly [
  order: () => Promise<string>,
  write?: (email: string) => string,
  fails?: 'failRedis' | 'failStripe',
];
const plainly = (email: string) => email;
const bought = () => buyAs(parent, GUIDE);
const boughtBeforeIndex = async () => {
  const session = await bought();
  await forgetIndex(session);
  return session;
};
const FOUND: Readonly<Record<string, Row>> = {
  'written in other letters': [bought, (email) => email.toUpperCase()],
  'written with spaces around it': [bought, (email) => `  ${email} `],
  'from before there was an index': [boughtBeforeIndex],
  'which the index has since it was found once, while Stripe fails': [
    async () => {
      const session = await boughtBeforeIndex();
      await find(parent.toUpperCase());
      return session;
    },
    plainly,
    'failStripe',
  ],
  'that only Stripe lists, while Redis fails': [bought, plainly, 'failRedis'],
  'that only the index has, while Stripe fails': [
    async () => {
      const session = await bought();
      await verify(shop, session);
      return session;
    },
    plainly,
    'failStripe',
  ],
  'whose payment takes its time': [() => buyAs(parent, GUIDE, { method: 'bank', settle: 'never' })],
};

test.each(Object.entries(FOUND))(
  'a purchase is found %s',
  async (_how, [order, write = plainly, fails]) => {
    const session = await order();
    if (fails) shop[fails]('500');
    expect((await find(write(parent))).status).toBe(202);
    expect(await linksTo(write(parent).trim())).toEqual([[linkTo(session)]]);
  },
);

test('Stripe, which may tell case apart, is asked for the address as it is written too', async () => {
  for (const [written, calls] of [
    [parent, 1],
    [parent.toUpperCase(), 2],
  ] as const) {
    const before = shop.callsTo('stripe');
    await find(written);
    expect(shop.callsTo('stripe') - before).toBe(calls);
  }
});

test('an order of which no webhook came is found and recorded', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await bought();
  await find(parent);
  expect(await linksTo(parent)).toEqual([[linkTo(session)]]);
  expect(await shop.redis.hget(`order:dev:${session}`, 'payment:paid')).toMatch(/^reconciler /);
});

test('an order that was refunded says so, and has no link', async () => {
  const session = await bought();
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  await find(parent);
  const [mail] = await mailsTo(parent);
  const words = ENDED_ORDERS.find(({ status }) => status === 'refunded');
  expect(mail?.text).toContain(`${words?.heading}. ${words?.words}`);
  expect(linksIn(mail?.text)).toEqual([]);
});

test('a session of another shop of the account is no purchase', async () => {
  const mug = { currency: 'usd', unit_amount: 500, product_data: { name: 'A mug' } };
  const foreign = await shop.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://elsewhere.example',
    line_items: [{ quantity: 1, price_data: mug }],
  });
  await control(shop, 'pay', { session: foreign.id, email: parent });
  await find(parent);
  expect(await mailsTo(parent)).toEqual([]);
});

test('what Stripe lists of another address is sent to nobody', async () => {
  const own = await buyAs(parent.replace('parent', 'Parent'), GUIDE);
  const others = [await buyAs(newParent(), GUIDE), await buyAs(`${parent}.au`, GUIDE)];
  await forgetIndex(own, ...others);
  const passOn = globalThis.fetch;
  // Whoever is asked for, it lists everybody.
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    return passOn(href.replace(/customer_details\[email\]=[^&]*&?/, ''), init);
  });
  await find(parent);
  const stranger = newParent();
  await find(stranger);
  vi.unstubAllGlobals();
  expect(await linksTo(parent)).toEqual([[linkTo(own)]]);
  expect(await mailsTo(stranger)).toEqual([]);
});

test('while Redis and Stripe fail nothing is sent, and each is logged without the address', async () => {
  await bought();
  vi.mocked(console.error).mockClear();
  shop.failRedis('500');
  shop.failStripe('500');
  expect((await find(parent)).status).toBe(202);
  expect(await mailsTo(parent)).toEqual([]);
  const logged = vi.mocked(console.error).mock.calls.join('\n');
  expect(logged).toContain('"service":"orders"');
  expect(logged).toContain('"service":"payments"');
  expect(logged).not.toContain(parent);
});

describe('an email that the mail service does not take', () => {
  test.for([
    ['which is down', { status: 503 }],
    ['and takes, while its answer is lost', { cutOff: true }],
  ] as const)('%s waits, and comes once', async ([, faults]) => {
    const session = await bought();
    await setMailFaults(faults);
    vi.mocked(console.error).mockClear();
    await find(parent);
    expect(vi.mocked(console.error).mock.calls.join('\n')).toContain('"service":"mail"');
    expect(await waiting()).toEqual([expect.stringMatching(/^[\w-]+\/[\w-]+$/)]);
    await setMailFaults({});
    await reconcile();
    await reconcile();
    expect(await linksTo(parent)).toEqual([[linkTo(session)]]);
    expect(await waiting()).toEqual([]);
  });

  test('and may have taken a day ago is not sent again', async () => {
    await bought();
    await setMailFaults({ cutOff: true, times: 1 });
    await find(parent);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    await reconcile();
    expect(await mailsTo(parent)).toHaveLength(1);
    expect([await waiting(), await shop.redis.hlen('finds-tried:dev')]).toEqual([[], 0]);
  });

  test('comes once for each request, behind the receipts', async () => {
    const session = await bought();
    await setMailFaults({ status: 429, name: 'daily_quota_exceeded' });
    await find(parent);
    await find(parent);
    const late = await buyAs(newParent(), GUIDE);
    await setMailFaults({});
    await reconcile();
    const [second, first, receipt] = await shop.inbox();
    expect(receipt?.text).toContain(linkTo(late));
    expect([first, second].map((mail) => linksIn(mail?.text))).toEqual(
      [session, session].map((id) => [linkTo(id)]),
    );
  });

  test('is not sent to a buyer who is forgotten meanwhile', async () => {
    const session = await bought();
    await setMailFaults({ status: 503 });
    await find(parent);
    await setMailFaults({});
    // As `npm run forget` leaves it.
    await shop.redis.hset(`order:dev:${session}`, { buyer: '-' });
    await shop.redis.del(...(await shop.redis.keys('buyer:dev:*')));
    await reconcile();
    expect([await mailsTo(parent), await waiting()]).toEqual([[], []]);
  });
});
