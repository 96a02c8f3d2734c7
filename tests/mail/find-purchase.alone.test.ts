import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ENDED_ORDERS } from '../../src/contract/ended-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { productOf, subjectOf } from '../catalogue.ts';
import { control, expectStatus, openSession, setFaults, verify } from '../shop/buying.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

const shop = await openTestShop({ withMail: true });
const GUIDE = 'individual_guide_6_10';

let parents = 0;
/** An address that nothing was bought with yet. */
const newParent = (): string => `parent-${(parents += 1)}@example.com`;

beforeEach(async () => {
  vi.useRealTimers();
  await setFaults(shop, {});
  for (const fail of [shop.failRedis, shop.failStripe, shop.failMail]) fail('none');
  await shop.redis.del(...(await shop.redis.keys('limit:*')), 'none');
});

type Paying = { readonly method?: 'card' | 'bank'; readonly settle?: 'never' | 'fail' };

const buyAs = async (email: string, type: string, paying: Paying = {}): Promise<string> => {
  const session = await openSession(shop, type);
  await control(shop, 'pay', { session, email, ...paying });
  return session;
};
const find = (email: string) => shop.post('/api/find-purchase', { email });
/** What an address got besides receipts, newest first. */
const mailsTo = async (email: string) =>
  (await shop.inbox()).filter(
    ({ to, subject }) => to === email && subject === subjectOf('find-purchase'),
  );
const linkTo = (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`;
const linksIn = (text: string) => text.match(/http\S+session_id=\w+/g) ?? [];

/** As an order is that was recorded before there was an index of buyers. */
const forgetBuyers = async (...sessions: string[]): Promise<void> => {
  for (const session of sessions) await shop.redis.hdel(`order:dev:${session}`, 'buyer');
  await shop.redis.del(...(await shop.redis.keys('buyer:dev:*')));
};

const seconds = () => Math.floor(Date.now() / 1000);
/** Orders are told apart by the second. */
const nextSecond = (): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
};

describe('a parent who lost the link', () => {
  test('gets one mail with a link to each purchase, the newest first', async () => {
    const parent = newParent();
    const guide = await buyAs(parent, GUIDE);
    nextSecond();
    const bundle = await buyAs(parent, 'bundle');
    await buyAs(newParent(), 'bundle');
    expect((await find(parent)).status).toBe(202);
    const [mail, ...more] = await mailsTo(parent);
    expect(more).toEqual([]);
    expect(linksIn(mail?.text ?? '')).toEqual([bundle, guide].map(linkTo));
    expect(linksIn(mail?.html ?? '')).toEqual([bundle, guide].map(linkTo));
    for (const [session, product] of [
      [bundle, 'bundle'],
      [guide, 'guide-1'],
    ] as const) {
      for (const words of [
        productOf(product).name,
        `Order number: ${await orderNumber(session)}`,
      ]) {
        expect(mail?.text).toContain(words);
        expect(mail?.html).toContain(words);
      }
    }
    expect(mail?.text).toMatch(/\n[A-Z][a-z]+ \d{1,2}, 20\d\d\nOrder number: /);
    expect(mail?.text).not.toMatch(/[{}<>]/);
    expect(mail?.html).not.toMatch(/[{}]orders|undefined|<p[^>]*>\s*<ul/);
  });

  test.each([
    ['in other letters', (parent: string) => parent.toUpperCase()],
    ['with spaces around it', (parent: string) => `  ${parent} `],
  ])('may write the address %s', async (_how, written) => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
    const before = shop.callsTo('stripe');
    await find(written(parent));
    // Stripe may tell case apart: it is asked for the address as it was written, too.
    expect(shop.callsTo('stripe') - before).toBe(written(parent).trim() === parent ? 1 : 2);
    const mails = await mailsTo(written(parent).trim());
    expect(mails.map(({ text }) => linksIn(text))).toEqual([[linkTo(session)]]);
  });

  test('finds an order from before the index at Stripe, and from then on by the index', async () => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
    await forgetBuyers(session);
    await find(parent);
    expect(linksIn((await mailsTo(parent))[0]?.text ?? '')).toEqual([linkTo(session)]);
    shop.failStripe('500');
    await find(parent);
    expect(linksIn((await mailsTo(parent))[0]?.text ?? '')).toEqual([linkTo(session)]);
    expect(await mailsTo(parent)).toHaveLength(2);
  });

  test('finds an order that the shop was never told of, and it is recorded', async () => {
    await setFaults(shop, { webhooks: { hold: true } });
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
    await find(parent);
    expect(linksIn((await mailsTo(parent))[0]?.text ?? '')).toEqual([linkTo(session)]);
    expect(await shop.redis.hget(`order:dev:${session}`, 'payment:paid')).toMatch(/^reconciler /);
  });

  test.each(['refunded', 'disputed', 'blocked'])(
    'reads of an order that is %s what it is, and gets no link to it',
    async (status) => {
      const parent = newParent();
      const session = await buyAs(parent, GUIDE);
      await verify(shop, session);
      if (status === 'refunded') await control(shop, 'refund', { session });
      if (status === 'disputed') await control(shop, 'dispute', { session });
      if (status === 'blocked') {
        const block = { 'override:1:block': String(seconds()) };
        await shop.redis.hset(`order:dev:${session}`, block);
      }
      await expectStatus(shop, session, status);
      await find(parent);
      const [mail] = await mailsTo(parent);
      const words = ENDED_ORDERS.find((ended) => ended.status === status);
      expect(mail?.text).toContain(`${words?.heading}. ${words?.words}`);
      expect(mail?.html).toContain(words?.heading);
      expect(linksIn(mail?.text ?? '')).toEqual([]);
    },
  );

  test('whose bank takes its time reads that, and gets the link', async () => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE, { method: 'bank', settle: 'never' });
    await find(parent);
    const [mail] = await mailsTo(parent);
    expect(mail?.text).toContain('Your payment is still processing.');
    expect(linksIn(mail?.text ?? '')).toEqual([linkTo(session)]);
  });

  test('whose session belongs to another shop of the account gets nothing', async () => {
    const parent = newParent();
    const foreign = await shop.stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://elsewhere.example',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A mug' } },
        },
      ],
    });
    await control(shop, 'pay', { session: foreign.id, email: parent });
    await find(parent);
    expect(await mailsTo(parent)).toEqual([]);
  });
});

const setMailFaults = (faults: object) =>
  shop.controlMail('/_control/mail/faults', { ...jsonPost(faults), method: 'PUT' });
const reconcile = () => shop.post('/.netlify/functions/reconcile', {});
/** The requests whose mail was not sent. */
const waiting = () => shop.redis.zrange<string[]>('finds:dev', 0, -1);

describe('while a service fails', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

  test('Redis: what Stripe lists is enough', async () => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
    shop.failRedis('500');
    expect((await find(parent)).status).toBe(202);
    expect(linksIn((await mailsTo(parent))[0]?.text ?? '')).toEqual([linkTo(session)]);
  });

  test('Stripe: the index is enough', async () => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
    await verify(shop, session);
    shop.failStripe('500');
    expect((await find(parent)).status).toBe(202);
    expect(linksIn((await mailsTo(parent))[0]?.text ?? '')).toEqual([linkTo(session)]);
  });

  test('both: nothing is sent, and each is logged without the address', async () => {
    const parent = newParent();
    await buyAs(parent, GUIDE);
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

  test.for([
    ['is down', { status: 503 }],
    ['takes no more today', { status: 429, name: 'daily_quota_exceeded' }],
    ['does not take the key', { status: 401 }],
    ['takes it, and its answer is lost', { cutOff: true }],
  ] as const)('the mail service, which %s: the mail waits, and comes once', async ([, faults]) => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
    await setMailFaults(faults);
    vi.mocked(console.error).mockClear();
    await find(parent);
    expect(vi.mocked(console.error).mock.calls.join('\n')).toContain('"service":"mail"');
    const [request, ...others] = await waiting();
    expect(request).toMatch(/^[\w-]+\/[\w-]+$/);
    expect(others).toEqual([]);
    await setMailFaults({});
    await reconcile();
    await reconcile();
    const mails = await mailsTo(parent);
    expect(mails.map(({ text }) => linksIn(text))).toEqual([[linkTo(session)]]);
    expect(await waiting()).toEqual([]);
  });

  test('the mail service for a day, of which nobody knows whether it took the mail: no second one', async () => {
    const parent = newParent();
    await buyAs(parent, GUIDE);
    await setMailFaults({ cutOff: true, times: 1 });
    await find(parent);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 });
    await reconcile();
    vi.useRealTimers();
    expect(await mailsTo(parent)).toHaveLength(1);
    expect([await waiting(), await shop.redis.hlen('finds-tried:dev')]).toEqual([[], 0]);
  });

  test('the mail service: two requests that wait are two mails, behind the receipts', async () => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
    await setMailFaults({ status: 429, name: 'daily_quota_exceeded' });
    await find(parent);
    await find(parent);
    const late = await buyAs(newParent(), GUIDE);
    await setMailFaults({});
    await reconcile();
    const [second, first, receipt] = await shop.inbox();
    expect(receipt?.text).toContain(linkTo(late));
    expect([first, second].map((mail) => linksIn(mail?.text ?? ''))).toEqual(
      [session, session].map((id) => [linkTo(id)]),
    );
  });

  test('the mail service, and the buyer is forgotten meanwhile: none is sent', async () => {
    const parent = newParent();
    const session = await buyAs(parent, GUIDE);
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

test('two requests of a parent are two mails', async () => {
  const parent = newParent();
  await buyAs(parent, GUIDE);
  await find(parent);
  await find(parent);
  expect(await mailsTo(parent)).toHaveLength(2);
});

test('what Stripe lists of another address is told to nobody', async () => {
  const parent = newParent();
  const own = await buyAs(parent.replace('parent', 'Parent'), GUIDE);
  const others = [await buyAs(newParent(), GUIDE), await buyAs(`${parent}.au`, GUIDE)];
  await forgetBuyers(own, ...others);
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
  const [mail, ...more] = await mailsTo(parent);
  expect(linksIn(mail?.text ?? '')).toEqual([linkTo(own)]);
  expect([more, await mailsTo(stranger)]).toEqual([[], []]);
});

test('each request is a mail of its own to the mail service, however alike', async () => {
  const parent = newParent();
  await buyAs(parent, GUIDE);
  await find(parent);
  await find(parent);
  expect(await mailsTo(parent)).toHaveLength(2);
});
