import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import {
  beginAnnouncement,
  listAnnouncements,
  setOpen,
} from '../../netlify/mail/redis-announcements.ts';
import {
  BATCH,
  PAGE,
  SHARE_OF_DAY,
  sendAnnouncements,
} from '../../netlify/mail/send-announcements.ts';
import { readPackedMails } from '../../src/content/mails.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { productOf } from '../catalogue.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { keepAll, sessionsFrom } from '../shop/seed.ts';

/** Of them two thirds bought the guide, and one in a hundred a second time. */
const ORDERS = 1500;
const PRODUCT = productOf('guide-1');
const NOW = Date.UTC(2026, 10, 22) / 1000;

/** A second is a batch: no test waits for it. */
const PORTION_IN_SECONDS = 13;

/** What Stripe has of a thousand buyers, without asking for each; what a page of orders takes. */
const outside = vi.hoisted(() => ({
  recipients: new Map<string, object>(),
  onPage: () => {},
}));
const pass = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000);

vi.mock('../../netlify/mail/pace.ts', () => ({
  pace: async () => void vi.setSystemTime(Date.now() + 1000),
}));
vi.mock(import('../../netlify/orders/stripe-sessions.ts'), async (original) => ({
  ...(await original()),
  findRecipient: async (id) => (outside.recipients.get(id) ?? null) as never,
}));
vi.mock(import('../../netlify/mail/redis-announcements.ts'), async (original) => {
  const store = await original();
  return {
    ...store,
    salesAfter: (after, size) => {
      outside.onPage();
      return store.salesAfter(after, size);
    },
  };
});

const services = await hostedServices();
Object.assign(process.env, services.environment, services.mailEnvironment);
globalThis.MAILS = await readPackedMails(ROOT);
const { redis } = createRedisClient({
  url: services.redisUrl,
  token: services.environment['UPSTASH_REDIS_REST_TOKEN'] ?? '',
});

const [FIRST] = sessionsFrom(0, 1);
/** As if each had bought what its number says. */
const sessions = sessionsFrom(0, ORDERS).map((session, n) => {
  const productType = n % 3 === 2 ? productOf('guide-2').product_type : PRODUCT.product_type;
  const { email, buyer } = n % 100 === 99 && FIRST ? FIRST : session;
  return Object.assign(session, { productType, email, buyer });
});
const expected = new Set(sessions.filter((_, n) => n % 3 !== 2).map(({ email }) => email ?? ''));

type Answer = { status?: number; name?: string; headers?: Record<string, string> };

const fetchIt = globalThis.fetch;
/** To whom emails went, and the mail service as a test wants it: by default it takes all. */
const mails: string[] = [];
let answer: (to: string) => Answer | Promise<Answer> = () => ({});

const mailService: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith(services.proxies.mail.url)) return fetchIt(request);
  const [to = ''] = (await request.json()).to;
  const { status = 200, name, headers = {} } = await answer(to);
  if (status === 200) mails.push(to);
  return Response.json(name ? { name, message: '' } : { id: 'mail' }, { status, headers });
};

beforeAll(async () => {
  await services.reset(async () => new Response());
  await keepAll(sessions);
  for (const session of sessions) outside.recipients.set(session.id, session);
  vi.stubGlobal('fetch', mailService);
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 });
  const keys = (await redis.keys('t*')).filter((key) => /^(told|to-tell|tell|tried)/.test(key));
  await redis.del('receipts:dev', ...keys);
  mails.length = 0;
  answer = () => ({});
  outside.onPage = () => {};
  vi.spyOn(console, 'error').mockReset();
});
afterAll(() => services.reset(async () => new Response()));

const portion = (): Promise<void> => {
  const startedAt = Date.now();
  return sendAnnouncements(() => Date.now() - startedAt < PORTION_IN_SECONDS * 1000);
};
const begin = (edition: string) =>
  beginAnnouncement({ edition, product: PRODUCT.id, since: NOW, changes: '' }, NOW);
const recordOf = async (edition: string) =>
  (await listAnnouncements()).find((one) => one.edition === edition);

test('a thousand buyers are told in portions, each once, and no portion sends more than its time has room for', async () => {
  await begin('one');
  let portions = 0;
  for (; (await recordOf('one'))?.state !== 'done'; portions += 1) {
    const before = mails.length;
    await portion();
    expect(mails.length - before).toBeLessThanOrEqual(BATCH * PORTION_IN_SECONDS);
  }
  expect(console.error).not.toHaveBeenCalled();
  expect(mails.toSorted()).toEqual([...expected].toSorted());
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
  outside.onPage = () => {
    pages += 1;
    pass(PORTION_IN_SECONDS);
  };
  for (let page = 1; page <= ORDERS / PAGE; page += 1) {
    await portion();
    expect(pages).toBe(page);
    expect(await recordOf('slow')).toMatchObject({ state: 'gathering', sent: 0 });
  }
  await portion();
  const gathered = { state: 'sending', buyers: expected.size, sent: 0 };
  expect(await recordOf('slow')).toMatchObject(gathered);
  await portion();
  expect(mails).toHaveLength(BATCH * PORTION_IN_SECONDS);
});

test('of two portions at once only one sends', async () => {
  await begin('both');
  let isFirst = true;
  answer = async () => {
    if (!isFirst) return {};
    isFirst = false;
    await portion();
    expect(mails.length).toBeLessThan(BATCH);
    return {};
  };
  await portion();
  expect(mails).toHaveLength(BATCH * PORTION_IN_SECONDS);
});

test('a stop counts from the next batch on', async () => {
  await begin('stopped');
  answer = () => {
    if (mails.length === BATCH) void setOpen('stopped', false, NOW);
    return {};
  };
  await portion();
  expect(mails.length).toBeLessThanOrEqual(3 * BATCH);
  const { length } = mails;
  await portion();
  expect(mails).toHaveLength(length);
  expect(await recordOf('stopped')).toMatchObject({ state: 'stopped', sent: length });
});

test('a portion ends where the mail service asks for a break, and not before that is over', async () => {
  await begin('break');
  let asks = 0;
  answer = () => {
    asks += 1;
    const isTooMany = asks === BATCH + 2;
    return isTooMany
      ? { status: 429, name: 'rate_limit_exceeded', headers: { 'retry-after': '60' } }
      : {};
  };
  await portion();
  expect(asks).toBe(2 * BATCH);
  await portion();
  expect(asks).toBe(2 * BATCH);
  pass(60);
  await portion();
  expect(asks).toBe((2 + PORTION_IN_SECONDS) * BATCH);
  expect(new Set(mails).size).toBe(asks - 1);
});

const HOUR = 3600;

test.each(['daily_quota_exceeded', 'monthly_quota_exceeded'])(
  'after a %s nothing is tried before the next day, though it asks for no break',
  async (name) => {
    await begin(name);
    let asks = 0;
    let isOver = true;
    answer = () => {
      asks += 1;
      return isOver ? { status: 429, name } : {};
    };
    pass(HOUR);
    for (let time = 0; time < 22; time += 1, pass(HOUR)) await portion();
    expect(asks).toBe(BATCH);
    isOver = false;
    pass(HOUR);
    await portion();
    expect(mails).toHaveLength(BATCH * PORTION_IN_SECONDS);
  },
);

test('of a plan with a hundred emails a day some forty are left for receipts, and all are told in some days', async () => {
  await begin('free');
  let usedToday = 0;
  answer = () => ({ headers: { 'x-resend-daily-quota': String((usedToday += 1)) } });
  let days = 0;
  for (; (await recordOf('free'))?.state !== 'done'; days += 1) {
    usedToday = 0;
    for (let time = 0; time < 4; time += 1) await portion();
    expect(usedToday).toBeLessThan(SHARE_OF_DAY + BATCH);
    pass(24 * HOUR);
  }
  expect(days).toBe(Math.ceil(expected.size / SHARE_OF_DAY));
  expect(new Set(mails)).toEqual(expected);
});

test('a receipt that waits goes before the next batch, and the owner reads that', async () => {
  await begin('behind');
  answer = async () => {
    const member = FIRST?.id ?? '';
    if (mails.length >= BATCH) await redis.zadd('receipts:dev', { score: NOW, member });
    return {};
  };
  await portion();
  expect(mails).toHaveLength(2 * BATCH);
  await portion();
  expect(mails).toHaveLength(2 * BATCH);
  expect(await recordOf('behind')).toMatchObject({ state: 'sending', pausedBy: 'receipts' });
  await redis.del('receipts:dev');
  answer = () => ({});
  await portion();
  expect(mails.length).toBeGreaterThan(2 * BATCH);
});

test('where it is not known for a day whether a mail went out, there is no second one', async () => {
  await begin('unsure');
  answer = (to) => {
    if (to === 'parent-1@example.com') throw new TypeError('fetch failed');
    return {};
  };
  while (mails.length < expected.size - 1) {
    await portion();
    pass(300);
  }
  pass(24 * 3600);
  await portion();
  expect(await recordOf('unsure')).toMatchObject({
    state: 'done',
    sent: expected.size - 1,
    leftOut: 1,
  });
});
