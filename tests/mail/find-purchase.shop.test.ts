import { beforeEach, describe, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { productOf, subjectOf } from '../catalogue.ts';
import { control, setFaults, verify } from '../shop/buying.ts';
import { openMailShop } from './mail-shop.ts';

const shop = await openMailShop();
const { buyAs, reconcile, setMailFaults } = shop;
const GUIDE = productOf('guide-1').product_type;

let parents = 0;
let parent = '';
/** An address that nothing was bought with yet. */
const newParent = (): string => `parent-${(parents += 1)}@example.com`;

beforeEach(() => {
  vi.useRealTimers();
  parent = newParent();
});

const find = async (email: string): Promise<void> => {
  expect((await shop.post('/api/find-purchase', { email })).status).toBe(202);
};
/** What an address got besides receipts, newest first. */
const mailsTo = async (email: string) =>
  (await shop.inbox()).filter(
    ({ to, subject }) => to === email && subject === subjectOf('find-purchase'),
  );
const linkTo = (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`;
const linksIn = (text = '') => text.match(/http\S+session_id=\w+/g) ?? [];
/** The links of each email to an address, newest first. */
const linksTo = async (email: string) => (await mailsTo(email)).map(({ text }) => linksIn(text));

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
  await find(parent);
  const [mail, ...more] = await mailsTo(parent);
  expect(more).toEqual([]);
  const numbers = await Promise.all([bundle, guide].map(orderNumber));
  for (const words of [mail?.text ?? '', mail?.html ?? '']) {
    expect(linksIn(words)).toEqual([bundle, guide].map(linkTo));
    const named = [...words.matchAll(/Order number: ([\dA-F-]+)/g)].map(([, number]) => number);
    expect(named).toEqual(numbers);
  }
});

const bought = () => buyAs(parent, GUIDE);
const boughtBeforeIndex = async () => {
  const session = await bought();
  await forgetIndex(session);
  return session;
};
const boughtAndCameBack = async () => {
  const session = await bought();
  await verify(shop, session);
  return session;
};
const boughtUnseen = async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  return bought();
};
const boughtByBank = () => buyAs(parent, GUIDE, { method: 'bank', settle: 'never' });

test.for<
  readonly [
    how: string,
    order: () => Promise<string>,
    fails?: 'failRedis' | 'failStripe' | null,
    write?: (email: string) => string,
  ]
>([
  ['written in other letters', bought, null, (email) => email.toUpperCase()],
  ['written with spaces around it', bought, null, (email) => `  ${email} `],
  ['from before there was an index', boughtBeforeIndex],
  ['that only the index has, while Stripe fails', boughtAndCameBack, 'failStripe'],
  ['that only Stripe lists, while Redis fails', bought, 'failRedis'],
  ['of which no webhook came', boughtUnseen],
  ['whose payment takes its time', boughtByBank],
])('a purchase is found %s', async ([, order, fails, write = (email) => email]) => {
  const session = await order();
  if (fails) shop[fails]('500');
  await find(write(parent));
  expect(await linksTo(write(parent).trim())).toEqual([[linkTo(session)]]);
});

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

/** The requests whose email was not sent. */
const waiting = () => shop.redis.zrange<string[]>('finds:dev', 0, -1);

/** Asks twice while the mail service fails. */
const findUnder = async (faults: object): Promise<string> => {
  const session = await bought();
  await setMailFaults(faults);
  await find(parent);
  await find(parent);
  await setMailFaults({});
  return session;
};

describe('an email that the mail service does not take', () => {
  test.each([
    ['which is down', { status: 503 }],
    ['whose quota is used up', { status: 429, name: 'daily_quota_exceeded' }],
    ['and takes, while its answer is lost', { cutOff: true }],
  ])('%s comes once for each request, and waits without the address', async (_how, faults) => {
    const session = await findUnder(faults);
    const request = expect.stringMatching(/^[\w-]+\/[\w-]+$/);
    expect(await waiting()).toEqual([request, request]);
    await reconcile();
    await reconcile();
    expect(await linksTo(parent)).toEqual([[linkTo(session)], [linkTo(session)]]);
    expect(await waiting()).toEqual([]);
  });

  test('and may have taken a day ago is not sent again', async () => {
    await findUnder({ cutOff: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    await reconcile();
    expect(await mailsTo(parent)).toHaveLength(2);
    expect([await waiting(), await shop.redis.hlen('finds-tried:dev')]).toEqual([[], 0]);
  });

  test('is not sent to a buyer who is forgotten meanwhile', async () => {
    const session = await findUnder({ status: 503 });
    // As `npm run forget` leaves it.
    await shop.redis.hset(`order:dev:${session}`, { buyer: '-' });
    await shop.redis.del(...(await shop.redis.keys('buyer:dev:*')));
    await reconcile();
    expect([await mailsTo(parent), await waiting()]).toEqual([[], []]);
  });
});
