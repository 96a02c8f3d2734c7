import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogue } from '../../netlify/catalogue.ts';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import type { NewsPorts } from '../../netlify/mail/edition-news.ts';
import type { Message, Outcome } from '../../netlify/mail/message.ts';
import { createNews } from '../../netlify/mail/redis-news.ts';
import { createNoNews } from '../../netlify/mail/redis-no-news.ts';
import { BATCH, PAGE, SHARE_OF_DAY, sendNewsPortion } from '../../netlify/mail/send-news.ts';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { createOrderKeys } from '../../netlify/orders/redis-keys.ts';
import { createOrderPages } from '../../netlify/orders/redis-pages.ts';
import { productOf } from '../catalogue.ts';
import { keepAll, ordersAt, sessionsFrom } from '../shop/seed.ts';
import { hostedServices } from '../shop/hosted-services.ts';

/** Of them two thirds bought the guide, and one in a hundred a second time. */
const ORDERS = 1500;
const PRODUCT = productOf('guide-1');
const NOW = Date.UTC(2026, 10, 22) / 1000;

/** A second is a batch: no test waits for it. */
const PORTION_IN_SECONDS = 13;

const services = await hostedServices();
const address = {
  url: services.redisUrl,
  token: services.environment['UPSTASH_REDIS_REST_TOKEN'] ?? '',
};
const redis = { ...createRedisClient(address), keys: createOrderKeys('dev') };
const store = createNews(redis);

const [FIRST] = sessionsFrom(0, 1);
/** As if each had bought what its number says. */
const sessions: readonly CheckoutSession[] = sessionsFrom(0, ORDERS).map((session, n) => {
  const productType = n % 3 === 2 ? productOf('guide-2').product_type : PRODUCT.product_type;
  const { email, buyer } = n % 100 === 99 && FIRST ? FIRST : session;
  return Object.assign(session, { productType, email, buyer });
});
const bought = new Map(sessions.map((session) => [session.id, session]));
const expected = new Set(sessions.filter((_, n) => n % 3 !== 2).map(({ email }) => email ?? ''));

beforeAll(async () => {
  Object.assign(process.env, services.environment);
  await services.reset(async () => new Response());
  await keepAll(sessions, ordersAt(address));
});
beforeEach(async () => {
  const keys = (await redis.redis.keys('t*')).filter((key) =>
    /^(told|to-tell|tell|tried)/.test(key),
  );
  if (keys.length > 0) await redis.redis.del(...keys);
});
afterAll(() => services.reset(async () => new Response()));

/** The mail service and the clock as the test wants them; the orders are really there. */
const portsWith = (send: (message: Message) => Outcome, ports: Partial<NewsPorts> = {}) => {
  let clock = NOW;
  const mails: Message[] = [];
  const failed: unknown[] = [];
  const made: NewsPorts = {
    news: store,
    noNews: createNoNews(redis),
    orders: { ...ordersAt(address), ...createOrderPages(redis) },
    checkout: { find: async (id) => bought.get(id) ?? 'unknown' },
    mustWait: async () => false,
    send: async (message) => {
      const outcome = send(message);
      if (outcome.is === 'sent') mails.push(message);
      return outcome;
    },
    template: { subject: '{guide}', replyTo: '', html: '{changes} {link} {stop}', text: '{stop}' },
    catalogue,
    siteUrl: 'https://shop.example',
    orderNumber: numberOf,
    stopToken: (buyer) => buyer,
    now: () => clock,
    pace: async () => void (clock += 1),
    onFailed: (error) => void failed.push(error),
    ...ports,
  };
  return {
    mails,
    failed,
    pass: (seconds: number) => void (clock += seconds),
    portion: async (): Promise<void> => {
      const startedAt = clock;
      await sendNewsPortion(made, () => clock - startedAt < PORTION_IN_SECONDS);
    },
  };
};

const begin = (edition: string) =>
  store.begin({ edition, product: PRODUCT.id, since: NOW, changes: '' }, NOW);
const recordOf = async (edition: string) =>
  (await store.list()).find((one) => one.edition === edition);
const sent: Outcome = { is: 'sent', id: 'mail' };

test('a thousand buyers are told in portions, each once, and no portion sends more than its time has room for', async () => {
  await begin('one');
  const shop = portsWith(() => sent);
  let portions = 0;
  for (; (await recordOf('one'))?.state !== 'done'; portions += 1) {
    const before = shop.mails.length;
    await shop.portion();
    expect(shop.mails.length - before).toBeLessThanOrEqual(BATCH * PORTION_IN_SECONDS);
  }
  expect(shop.failed).toEqual([]);
  expect(shop.mails.map(({ to }) => to).toSorted()).toEqual([...expected].toSorted());
  expect(portions).toBe(Math.ceil(expected.size / (BATCH * PORTION_IN_SECONDS)));
  expect(await recordOf('one')).toMatchObject({
    buyers: expected.size,
    sent: expected.size,
    leftOut: 0,
  });
});

test('the buyers are gathered in as many portions as it takes', async () => {
  await begin('slow');
  let pages = 0;
  const slow = portsWith(() => sent, {
    news: {
      ...store,
      sales: (after, size) => {
        pages += 1;
        slow.pass(PORTION_IN_SECONDS);
        return store.sales(after, size);
      },
    },
  });
  for (let page = 1; page <= ORDERS / PAGE; page += 1) {
    await slow.portion();
    expect(pages).toBe(page);
    expect(await recordOf('slow')).toMatchObject({ state: 'gathering', sent: 0 });
  }
  await slow.portion();
  const gathered = { state: 'sending', buyers: expected.size, sent: 0 };
  expect(await recordOf('slow')).toMatchObject(gathered);
  await slow.portion();
  expect(slow.mails).toHaveLength(BATCH * PORTION_IN_SECONDS);
});

test('of two portions at once only one sends', async () => {
  await begin('both');
  const portions = [portsWith(() => sent), portsWith(() => sent)];
  await Promise.all(portions.map(({ portion }) => portion()));
  const counts = portions.map(({ mails }) => mails.length);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, BATCH * PORTION_IN_SECONDS]);
});

test('a stop counts from the next batch on', async () => {
  await begin('stopped');
  const shop = portsWith(() => {
    if (shop.mails.length === BATCH) void store.setOpen('stopped', false, NOW);
    return sent;
  });
  await shop.portion();
  expect(shop.mails.length).toBeLessThanOrEqual(3 * BATCH);
  const { length } = shop.mails;
  await shop.portion();
  expect(shop.mails).toHaveLength(length);
  expect(await recordOf('stopped')).toMatchObject({ state: 'stopped', sent: length });
});

test('a portion ends where the mail service asks for a break, and not before that is over', async () => {
  await begin('break');
  let asks = 0;
  const shop = portsWith(() => {
    asks += 1;
    const isTooMany = asks === BATCH + 2;
    return isTooMany
      ? { is: 'later', reason: '429 rate_limit_exceeded', mayBeSent: false, waitInSeconds: 60 }
      : sent;
  });
  await shop.portion();
  expect(asks).toBe(2 * BATCH);
  await shop.portion();
  expect(asks).toBe(2 * BATCH);
  shop.pass(60);
  await shop.portion();
  expect(asks).toBe((2 + PORTION_IN_SECONDS) * BATCH);
  expect(new Set(shop.mails.map(({ to }) => to)).size).toBe(asks - 1);
});

const HOUR = 3600;

test.each(['429 daily_quota_exceeded', '429 monthly_quota_exceeded'])(
  'after a %s nothing is tried before the next day, though it asks for no break',
  async (reason) => {
    await begin(reason);
    let asks = 0;
    let isOver = true;
    const shop = portsWith(() => {
      asks += 1;
      return isOver ? { is: 'later', reason, mayBeSent: false } : sent;
    });
    shop.pass(HOUR);
    for (let time = 0; time < 22; time += 1, shop.pass(HOUR)) await shop.portion();
    expect(asks).toBe(BATCH);
    isOver = false;
    shop.pass(HOUR);
    await shop.portion();
    expect(shop.mails).toHaveLength(BATCH * PORTION_IN_SECONDS);
  },
);

test('of a plan with a hundred emails a day some forty are left for receipts, and all are told in some days', async () => {
  await begin('free');
  let usedToday = 0;
  const shop = portsWith(() => ({ ...sent, usedToday: (usedToday += 1) }));
  let days = 0;
  for (; (await recordOf('free'))?.state !== 'done'; days += 1) {
    usedToday = 0;
    for (let time = 0; time < 4; time += 1) await shop.portion();
    expect(usedToday).toBeLessThan(SHARE_OF_DAY + BATCH);
    shop.pass(24 * HOUR);
  }
  expect(days).toBe(Math.ceil(expected.size / SHARE_OF_DAY));
  expect(new Set(shop.mails.map(({ to }) => to))).toEqual(expected);
});

test('a receipt that waits goes before the next batch, and the owner reads that', async () => {
  await begin('behind');
  let waits = false;
  const shop = portsWith(
    () => {
      waits = shop.mails.length >= BATCH;
      return sent;
    },
    { mustWait: async () => waits },
  );
  await shop.portion();
  expect(shop.mails).toHaveLength(2 * BATCH);
  await shop.portion();
  expect(shop.mails).toHaveLength(2 * BATCH);
  expect(await recordOf('behind')).toMatchObject({ state: 'sending', pausedBy: 'receipts' });
  waits = false;
  await shop.portion();
  expect(shop.mails.length).toBeGreaterThan(2 * BATCH);
});

test('where it is not known for a day whether a mail went out, there is no second one', async () => {
  await begin('unsure');
  const shop = portsWith(({ to }) =>
    to === 'parent-1@example.com' ? { is: 'later', reason: 'TimeoutError', mayBeSent: true } : sent,
  );
  while (shop.mails.length < expected.size - 1) {
    await shop.portion();
    shop.pass(300);
  }
  shop.pass(24 * 3600);
  await shop.portion();
  expect(await recordOf('unsure')).toMatchObject({
    state: 'done',
    sent: expected.size - 1,
    leftOut: 1,
  });
});
