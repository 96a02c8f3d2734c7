import { beforeEach, describe, expect, test, vi } from 'vitest';
import { productOf } from '../catalog.ts';
import { buyElsewhere, setFaults } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import type { Meet } from '../shop/runs.ts';
import { saveAll, seedsFrom } from '../shop/seed.ts';
import { subjectOf } from '../shop/templates.ts';

const shop = await openMailShop();
const { buyAs, runSchedule, setMailFaults } = shop;
const { forgetBuyer } = await import('../../netlify/orders/forget.ts');
const { buyerHash } = await import('../../netlify/shop/buyer-hash.ts');
const PATH = '/api/find-purchase';
const GUIDE = productOf('guide-1').product_type;

const PARENT = 'parent@example.com';
const STRANGER = 'stranger@example.com';

beforeEach(async () => {
  vi.useRealTimers();
  await shop.empty();
});

const find = async (email = PARENT): Promise<void> => {
  expect((await shop.post(PATH, { email })).status).toBe(202);
};
const linkTo = (session: string) => `${shop.siteUrl}/guide-download?session_id=${session}`;
const waitingJobs = () => shop.redis.zrange<string[]>('jobs:dev', 0, -1);
const foundMails = async () =>
  (await shop.inbox()).filter(({ subject }) => subject === subjectOf('find-purchase'));
/** The links in each email to an address, newest email first. */
const linksTo = async (email = PARENT) =>
  (await foundMails())
    .filter(({ to }) => to === email)
    .map(({ text }) => text.match(/http\S+session_id=\w+/g) ?? []);

const dropIndex = async (): Promise<void> => {
  await shop.redis.del(...(await shop.redis.keys('buyer:dev:*')));
};

test('sends one email with a link to each purchase, newest first', async () => {
  const guide = await buyAs(PARENT, GUIDE);
  pass(1 / 60); // orders are sorted by time in seconds
  const bundle = await buyAs(PARENT, 'bundle');
  await find();
  expect(await linksTo()).toEqual([[linkTo(bundle), linkTo(guide)]]);
});

test('sends no link to a purchase made with another address', async () => {
  const own = await buyAs(PARENT, GUIDE);
  await buyAs(STRANGER, 'bundle');
  await find();
  expect(await linksTo()).toEqual([[linkTo(own)]]);
});

describe('a lookup', () => {
  test.each([
    {
      name: 'finds a purchase at Stripe that is not in the index',
      paidAs: 'Jo@a.example',
      askedAs: ' JO@A.example ',
      prepare: dropIndex,
    },
    {
      name: 'finds a purchase in the index if Stripe fails',
      paidAs: 'Jo@a.example',
      askedAs: 'jo@a.example',
      prepare: () => shop.failStripe('500'),
    },
    {
      name: 'finds a purchase by an address with a full-width at sign',
      paidAs: 'jo@a.example',
      askedAs: 'jo＠a.example',
      prepare: () => {},
    },
    {
      name: 'finds a purchase in the index by the Unicode form of the email domain',
      paidAs: 'jo@xn--mnchen-3ya.example',
      askedAs: 'jo@münchen.example',
      prepare: () => {},
    },
    {
      name: 'finds a purchase at Stripe by the Unicode form of the email domain',
      paidAs: 'jo@xn--mnchen-3ya.example',
      askedAs: 'jo@München.example',
      prepare: dropIndex,
    },
  ])('$name', async ({ paidAs, askedAs, prepare }) => {
    const session = await buyAs(paidAs, GUIDE);
    await prepare();
    await find(askedAs);
    expect(await foundMails()).toMatchObject([{ text: expect.stringContaining(linkTo(session)) }]);
  });
});

describe('an email about many purchases', () => {
  test.each([
    { purchases: 50, links: 50, mentionsOlderOrders: false },
    { purchases: 51, links: 50, mentionsOlderOrders: true },
  ])('includes $links links for $purchases purchases', async (row) => {
    await saveAll(seedsFrom(1, row.purchases, { buyer: buyerHash(PARENT) }));
    await find();
    const [mail] = await foundMails();
    expect(mail?.text.match(/session_id=/g)).toHaveLength(row.links);
    expect(mail?.text.includes('older orders')).toBe(row.mentionsOlderOrders);
  });
});

test.each([5, 6, 11])('records and lists all %i purchases that only Stripe has', async (count) => {
  await setFaults(shop, { webhooks: { hold: true } });
  const sessions: string[] = [];
  for (let index = 0; index < count; index += 1) sessions.push(await buyAs(PARENT, GUIDE));
  await find();
  const [links = []] = await linksTo();
  expect(links.toSorted()).toEqual(sessions.map(linkTo).toSorted());
  expect(await shop.redis.zcard('orders:dev')).toBe(count);
});

test('tries a lookup again later if the index has no purchase and Stripe fails', async () => {
  const session = await buyAs(PARENT, GUIDE);
  await dropIndex();
  shop.failStripe('500');
  await find();
  expect(await foundMails()).toEqual([]);
  shop.failStripe('none');
  pass(2);
  await runSchedule();
  expect(await linksTo()).toEqual([[linkTo(session)]]);
});

test('counts the Stripe lookup toward the global lookup limit', async () => {
  await find(STRANGER);
  expect(await shop.redis.keys('limit:dev:stripe:all:*')).toHaveLength(1);
});

test('leaves no job in the queue for an address without orders', async () => {
  await find(STRANGER);
  expect(await foundMails()).toEqual([]);
  expect(await waitingJobs()).toEqual([]);
});

test('records a purchase that only Stripe has, and sends its receipt', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buyAs(PARENT, GUIDE);
  await find();
  await runSchedule();
  const subjects = (await shop.mailsAbout(session)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([
    subjectOf('find-purchase'),
    subjectOf('receipt', productOf('guide-1').name),
  ]);
});

test('sends no second receipt if the buyer requests the links again', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buyAs(PARENT, GUIDE);
  await find();
  await runSchedule();
  await find();
  await runSchedule();
  expect(await linksTo()).toHaveLength(2);
  expect(await shop.mailsAbout(session)).toHaveLength(3);
});

/** Measures how long the shop takes to refuse an address, in milliseconds. */
const timeToRefuse = async (email: string): Promise<number> => {
  const startedAt = performance.now();
  await expectProblem(await shop.post(PATH, { email }), 400, 'invalid_request');
  return performance.now() - startedAt;
};

test('takes at most 20 times as long to reject a hostile address as a harmless one', async () => {
  const MAX_RATIO = 20;
  const harmless = 'a'.repeat(16_300);
  const costly = `@${'\x7F'.repeat(16_300)}@`;
  await timeToRefuse(harmless); // warms up
  // Compares the fastest of five attempts, since other work on the machine can slow some of them.
  const times = { harmless: Infinity, costly: Infinity };
  for (let round = 0; round < 5; round += 1) {
    times.harmless = Math.min(times.harmless, await timeToRefuse(harmless));
    times.costly = Math.min(times.costly, await timeToRefuse(costly));
  }
  expect(times.costly / times.harmless).toBeLessThan(MAX_RATIO);
});

describe('while Redis fails', () => {
  test('responds to a JSON request with a JSON error', async () => {
    shop.failRedis('500');
    const response = await shop.post(PATH, { email: PARENT });
    await expectProblem(response, 503, 'temporarily_unavailable');
  });

  test('responds to a form with a page that asks the visitor to try again', async () => {
    shop.failRedis('500');
    const page = await shop.call(PATH, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ email: PARENT }),
    });
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('try again');
  });
});

/** Makes Stripe ignore the email filter. */
const listAll: Meet = (_call, send, request) => {
  const url = request.url.replace(/customer_details\[email\]=[^&]*&?/, '');
  return url === request.url ? send() : fetch(new Request(url, request));
};

describe('if Stripe lists more sessions than requested', () => {
  test('sends no link to a purchase made with another address, even if Stripe lists the purchase', async () => {
    const own = await buyAs('Parent@example.com', GUIDE);
    await buyAs(`${PARENT}.au`, GUIDE);
    await dropIndex();
    await shop.runOnce(() => find(), listAll);
    expect(await linksTo()).toEqual([[linkTo(own)]]);
  });

  test('sends no link to another shop’s purchase, even if Stripe lists the purchase', async () => {
    await buyElsewhere(shop, { email: PARENT });
    await shop.runOnce(() => find(), listAll);
    expect(await linksTo()).toEqual([]);
  });

  test('sends no email to an address without purchases if Stripe lists other sessions', async () => {
    await buyAs(PARENT, GUIDE);
    await dropIndex();
    await shop.runOnce(() => find(STRANGER), listAll);
    expect(await linksTo(STRANGER)).toEqual([]);
  });
});

// Another shop on the same account may have sold to the address far more often.
test.each([
  { outcome: 'finds', otherPages: 3, emails: 1 },
  { outcome: 'does not find', otherPages: 4, emails: 0 },
])(
  '$outcome a purchase that Stripe lists after $otherPages pages of other sessions',
  async (row) => {
    const session = await buyAs(PARENT, GUIDE);
    await dropIndex();
    const expand = ['payment_intent.latest_charge.refunds'];
    const own = await shop.stripe.checkout.sessions.retrieve(session, { expand });
    const otherSessions = Array.from({ length: 50 }, () => ({ ...own, metadata: {} }));
    let page = 0;
    const lists: Meet = async (_call, send, { url }) => {
      if (!url.includes('/v1/checkout/sessions?')) return send();
      page += 1;
      const isOther = page <= row.otherPages;
      const data = isOther ? otherSessions : [own];
      return Response.json({ object: 'list', data, has_more: isOther });
    };
    await shop.runOnce(() => find(), lists);
    expect(await linksTo()).toHaveLength(row.emails);
  },
);

const failToRead =
  (session: string): Meet =>
  async (_call, send, { url }) => {
    const error = { type: 'invalid_request_error' };
    const isToFail = url.includes(`/v1/checkout/sessions/${session}`);
    return isToFail ? Response.json({ error }, { status: 400 }) : send();
  };

test('sends links to the other orders if Stripe fails to return one order', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const unreadable = await buyAs(PARENT, GUIDE);
  const readable = await buyAs(PARENT, GUIDE);
  await shop.runOnce(() => find(), failToRead(unreadable));
  expect(await linksTo()).toEqual([[linkTo(readable)]]);
});

test('tries a lookup again later if Stripe returns none of the orders', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buyAs(PARENT, GUIDE);
  await shop.runOnce(() => find(), failToRead(session));
  expect(await linksTo()).toEqual([]);
  pass(2);
  await runSchedule();
  expect(await linksTo()).toEqual([[linkTo(session)]]);
});

test('sends one email for each request even if Resend’s responses are lost', async () => {
  const session = await buyAs(PARENT, GUIDE);
  await setMailFaults({ cutOff: true });
  await find();
  await find();
  await setMailFaults({});
  expect(await waitingJobs()).toHaveLength(2);
  pass(2);
  await runSchedule();
  await runSchedule();
  expect(await linksTo()).toEqual([[linkTo(session)], [linkTo(session)]]);
  expect(await waitingJobs()).toEqual([]);
  expect(await shop.redis.keys('job:dev:*')).toEqual([]);
});

test('sends no email to a forgotten buyer', async () => {
  await forgetBuyer(await buyAs(PARENT, GUIDE));
  await find();
  expect(await foundMails()).toEqual([]);
  expect(await waitingJobs()).toEqual([]);
});

/**
 * The response, and how many calls to each service the shop had logged by the time it responded.
 */
const responseTo = async (email: string) => {
  const response = await shop.post(PATH, { email });
  const lines = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(line));
  const { asked: calls } = lines.findLast(({ event }) => event === 'request');
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return { status: response.status, body: await response.text(), headers, calls };
};

describe('the response', () => {
  test('reveals only that the request was accepted', async () => {
    expect(await responseTo(STRANGER)).toMatchObject({
      status: 202,
      body: '{"status":"accepted"}',
    });
  });

  test('is sent before the lookup', async () => {
    const { calls } = await responseTo(STRANGER);
    expect(calls).toMatchObject({ stripe: 0, blobs: 0, mail: 0 });
  });

  test('is the same for addresses with and without purchases', async () => {
    await buyAs(PARENT, GUIDE);
    const withoutPurchases = await responseTo(STRANGER);
    expect(await responseTo(PARENT)).toEqual(withoutPurchases);
    expect(await linksTo()).toHaveLength(1);
  });
});

describe('an invalid request', () => {
  test.each([
    { name: 'a malformed address', body: { email: 'parent@example' } },
    {
      name: 'an address with a line break',
      body: { email: 'parent@example.com\nbcc: other@example.com' },
    },
    { name: 'an unknown field', body: { email: 'parent@example.com', name: 'x' } },
  ])('rejects $name before calling any service', async ({ body }) => {
    const before = shop.calls();
    await expectProblem(await shop.post(PATH, body), 400, 'invalid_request');
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  });

  test('rejects a request from another site before calling any service', async () => {
    const before = shop.calls();
    const headers = { origin: 'https://evil.example' };
    const response = await shop.post(PATH, { email: PARENT }, headers);
    await expectProblem(response, 403, 'origin_not_allowed');
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
  });
});
