import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderDetail, OrderPage } from '../../src/contract/admin-orders.ts';
import { forgetBuyer } from '../../netlify/orders/forget.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { centsOf, dollars, productOf } from '../catalog.ts';
import { headerFaults } from '../headers.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { access, buy, control, expectStatus, verify } from '../shop/buying.ts';
import { logInAsOwner, ownerClient } from '../shop/owner.ts';
import { PLAIN_MAILS, subjectOf } from '../shop/templates.ts';

const GUIDE = productOf('guide-1');
const PRICE = centsOf('guide-1');
const PARENT = 'parent@example.com';
const OWNER = 'owner@shop.example';
const { orders: ORDERS } = PLAIN_MAILS;
const REFUND_DAYS = Number(PLAIN_MAILS.refundDays);
const DAY_MS = 24 * 3_600_000;

vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-10T12:00:00Z') });
const shop = await openMailShop();
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { runSchedule } = shop;
const { checkout, time_zone } = catalog;

beforeEach(() => {
  Object.assign(catalog, { checkout: { withdrawal: true }, time_zone: 'UTC' });
});
afterEach(() => void Object.assign(catalog, { checkout, time_zone }));

const buyGuide = () => buy(shop, GUIDE.product_type);

type Page = { readonly status: number; readonly text: string };

/** The text of a page, without line breaks. */
const textOf = (html: string): string =>
  html.replaceAll(/<[^>]+>|\u2060/g, '').replaceAll(/\s+/g, ' ');

const call = async (session: string, method: 'GET' | 'POST'): Promise<Page> => {
  const response = await shop.call(`/api/withdraw?session_id=${session}`, { method });
  expect(headerFaults(response.headers, 'key')).toEqual([]);
  return { status: response.status, text: textOf(await response.text()) };
};
const openForm = (session: string) => call(session, 'GET');
const confirm = (session: string) => call(session, 'POST');

const filesPage = async (session: string): Promise<string> =>
  (await shop.call(`/guide-download?session_id=${session}`, { method: 'POST' })).text();

/** The emails about a withdrawal. Unlike a receipt, they don't contain the session id. */
const mailsTo = async (reader: string, session: string) =>
  (await shop.inbox()).filter(
    ({ to, text }) =>
      to === reader && text.includes(orderNumberOf(session)) && !text.includes(session),
  );

const jobsAbout = async (session: string): Promise<string[]> =>
  (await shop.redis.zrange<string[]>('jobs:dev', 0, -1)).filter((job) => job.includes(session));

/** Expects one email to the buyer, one to the owner, and no remaining job. */
const expectOneEmailEach = async (session: string): Promise<void> => {
  expect(await mailsTo(PARENT, session)).toHaveLength(1);
  expect(await mailsTo(OWNER, session)).toHaveLength(1);
  expect(await jobsAbout(session)).toEqual([]);
};

/** The last day to withdraw, such as "November 24, 2026", in UTC. */
const lastDay = (): string =>
  new Date(Date.now() + REFUND_DAYS * DAY_MS).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });

describe('an order that can be withdrawn', () => {
  test('links to the withdrawal page from the order’s pages', async () => {
    const session = await buyGuide();
    expect(await verify(shop, session)).toMatchObject({ withdrawable: lastDay() });
    expect(await filesPage(session)).toContain(
      `<a href="/api/withdraw?session_id=${session}">Withdraw`,
    );
  });

  test('shows the order and the last day to withdraw without changing anything', async () => {
    const session = await buyGuide();
    const { status, text } = await openForm(session);
    expect(status).toBe(200);
    for (const part of [
      lastDay(),
      'Confirm withdrawal',
      GUIDE.name,
      dollars(PRICE),
      orderNumberOf(session),
    ]) {
      expect(text).toContain(part);
    }
    expect(await shop.redis.hexists(`order:dev:${session}`, 'withdrawn')).toBe(0);
  });
});

const withdraw = async () => {
  const session = await buyGuide();
  vi.setSystemTime(Date.parse('2026-11-10T12:01:00Z'));
  return { session, page: await confirm(session) };
};

describe('a confirmed withdrawal', () => {
  const TIME = 'November 10, 2026 at 12:01:00 PM UTC';

  beforeEach(() => void vi.setSystemTime(Date.parse('2026-11-10T12:00:00Z')));

  test('shows the buyer the time of the withdrawal', async () => {
    const { session, page } = await withdraw();
    expect(page.status).toBe(200);
    for (const part of [TIME, GUIDE.name, dollars(PRICE), orderNumberOf(session)]) {
      expect(page.text).toContain(part);
    }
  });

  test('emails the buyer a confirmation with the time', async () => {
    const { session } = await withdraw();
    const [mail] = await mailsTo(PARENT, session);
    expect(mail?.subject).toBe(subjectOf('withdrawal', GUIDE.name));
    for (const part of [TIME, GUIDE.name, dollars(PRICE), orderNumberOf(session)]) {
      expect(textOf(mail?.text ?? '')).toContain(part);
    }
  });

  test('alerts the owner without the session id or the buyer’s address', async () => {
    const { session } = await withdraw();
    const [alert] = await mailsTo(OWNER, session);
    expect(alert?.subject).toBe(`Withdrawal from order MSK-${orderNumberOf(session)}`);
    expect(alert?.text).toMatch(/Please refund it in Stripe within 14 days\.\s+Open the order\s/);
    expect(alert?.text).not.toMatch(/cs_test|parent@/);
  });

  test('refunds nothing and leaves the buyer’s access unchanged', async () => {
    const { session } = await withdraw();
    expect((await shop.stripe.refunds.list()).data).toEqual([]);
    expect((await access(shop, 'guide-1', session)).status).toBe(200);
  });

  test('does not offer a second withdrawal', async () => {
    const { session } = await withdraw();
    expect(await verify(shop, session)).not.toHaveProperty('withdrawable');
  });
});

/** Withdraws from an order in a shop in New York. */
const withdrawAt = async (at: string) => {
  catalog.time_zone = 'America/New_York';
  vi.setSystemTime(Date.parse(at));
  const session = await buyGuide();
  return { session, page: await confirm(session) };
};

describe('the day of a withdrawal in the shop’s time zone', () => {
  const MOMENTS = [
    {
      name: 'the last second of November 9',
      at: '2026-11-10T04:59:59Z',
      day: 'November 9, 2026',
      time: 'November 9, 2026 at 11:59:59 PM EST',
    },
    {
      name: 'the first second of November 10',
      at: '2026-11-10T05:00:00Z',
      day: 'November 10, 2026',
      time: 'November 10, 2026 at 12:00:00 AM EST',
    },
  ];
  test.each(MOMENTS)(
    'shows the day on the download page after a withdrawal in $name',
    async ({ at, day }) => {
      const { session } = await withdrawAt(at);
      expect(await verify(shop, session)).toMatchObject({ withdrawn: day });
    },
  );

  test.each(MOMENTS)(
    'confirms the time on a page and by email after a withdrawal in $name',
    async ({ at, time }) => {
      const { session, page } = await withdrawAt(at);
      expect(page.text).toContain(time);
      const [mail] = await mailsTo(PARENT, session);
      expect(textOf(mail?.text ?? '')).toContain(time);
    },
  );
});

/** Buys a guide and then removes the buyer's email address from the order. */
const buyWithoutAddress = async (): Promise<string> => {
  const session = await buyGuide();
  await forgetBuyer(session);
  return session;
};

describe('the promise of a confirmation by email', () => {
  const PROMISE = /email(?:ed you| a confirmation)/;

  test('promises an email on the pages of an order with an email address', async () => {
    const session = await buyGuide();
    expect(await verify(shop, session)).toMatchObject({ hasEmail: true });
    expect(await filesPage(session)).toMatch(PROMISE);
    expect((await openForm(session)).text).toMatch(PROMISE);
  });

  test('does not promise an email on the pages of an order without an email address', async () => {
    const session = await buyWithoutAddress();
    expect(await verify(shop, session)).toMatchObject({ hasEmail: false });
    expect(await filesPage(session)).not.toMatch(PROMISE);
    expect((await openForm(session)).text).not.toMatch(PROMISE);
    expect((await confirm(session)).text).not.toMatch(PROMISE);
  });

  test('asks a buyer without an email address to print or save the confirmation', async () => {
    const session = await buyWithoutAddress();
    expect((await confirm(session)).text).toContain('Print or save this page');
    expect(await jobsAbout(session)).toEqual([]);
  });
});

test('asks the buyer to try again if a withdrawal cannot be saved', async () => {
  const session = await buyGuide();
  shop.failRedis('500');
  const { status, text } = await confirm(session);
  expect(status).toBe(503);
  expect(text).toMatch(/couldn’t save that\. Please try again/);
});

test('keeps the first withdrawal’s time and sends each email once if the buyer withdraws again', async () => {
  const session = await buyGuide();
  const pages = await Promise.all([confirm(session), confirm(session), confirm(session)]);
  pass(25 * 60); // until the mail service has discarded its idempotency keys
  pages.push(await confirm(session), await openForm(session));
  for (const { text } of pages) {
    expect(text).toContain('You withdrew from this purchase');
    expect(text).toBe(pages[0]?.text);
  }
  await expectOneEmailEach(session);
});

// The confirmation is required by law, so the shop retries no matter how long ago the first
// attempt was.
test.each<{ name: string; fail: () => unknown }>([
  { name: 'the mail service’s responses are lost', fail: () => shop.failMail('cut') },
  { name: 'responses from Redis are lost', fail: () => shop.failRedis('cut', 3) },
  {
    name: 'Stripe and the mail service fail',
    fail: () => {
      shop.failStripe('500');
      return shop.setMailFaults({ status: 503 });
    },
  },
])('completes a withdrawal later and sends each email once if $name', async ({ fail }) => {
  const session = await buyGuide();
  await fail();
  expect((await confirm(session)).text).toMatch(/You withdrew|try again/);
  await shop.heal();
  for (const job of await jobsAbout(session)) await shop.redis.hset(`job:dev:${job}`, { first: 1 });
  pass(2); // until the lease of an interrupted job has expired
  await Promise.all([runSchedule(), runSchedule()]);
  pass(2);
  await runSchedule();
  await expectOneEmailEach(session);
});

/** What the owner sees about an order in the list and on its page. */
const readAsOwner = async (session: string) => {
  const number = orderNumberOf(session);
  const owner = await ownerClient(shop, logInAsOwner(shop)); // an earlier session may have expired
  const { waiting }: OrderPage = await (await owner.call('/api/admin/orders')).json();
  const order: OrderDetail = await (await owner.call(`/api/admin/orders/${number}`)).json();
  return { listed: waiting.withdrawn.find((one) => one.number === number), order };
};

const expectRefundDue = async (session: string, day: string): Promise<void> => {
  const { listed, order } = await readAsOwner(session);
  expect(listed).toMatchObject({ guide_name: GUIDE.name, due_on: day });
  expect(order.refund_due_on).toBe(day);
};

const expectNoRefundDue = async (session: string): Promise<void> => {
  const { listed, order } = await readAsOwner(session);
  expect(listed).toBeUndefined();
  expect(order.refund_due_on).toBeNull();
};

describe('the owner’s pages', () => {
  beforeEach(() => void vi.setSystemTime(Date.parse('2026-11-10T12:00:00Z')));

  test('shows no refund as due before the withdrawal', async () => {
    await expectNoRefundDue(await buyGuide());
  });

  test('shows the time of the withdrawal and the last day for the refund', async () => {
    const session = await buyGuide();
    await confirm(session);
    const { order } = await readAsOwner(session);
    expect(order.withdrawn_at).toBe('2026-11-10T12:00:00.000Z');
    await expectRefundDue(session, '2026-11-24');
  });

  test.each([
    { name: 'a second before midnight', at: '2026-11-10T04:59:59Z', dueOn: '2026-11-23' },
    { name: 'at midnight', at: '2026-11-10T05:00:00Z', dueOn: '2026-11-24' },
  ])('shows a refund due by $dueOn after a withdrawal $name in New York', async ({ at, dueOn }) => {
    catalog.time_zone = 'America/New_York';
    vi.setSystemTime(Date.parse(at));
    const session = await buyGuide();
    await confirm(session);
    await expectRefundDue(session, dueOn);
  });

  test('still shows a refund as due after a partial refund', async () => {
    const session = await buyGuide();
    await confirm(session);
    await control(shop, 'refund', { session, amount: PRICE - 1 });
    await expect.poll(async () => (await readAsOwner(session)).order.refunded).toBe(PRICE - 1);
    await expectRefundDue(session, '2026-11-24');
  });

  test('shows no refund as due after a full refund unless that refund fails', async () => {
    const session = await buyGuide();
    await confirm(session);
    const { id } = await control(shop, 'refund', { session });
    await expectStatus(shop, session, 'refunded');
    await expectNoRefundDue(session);

    await control(shop, 'refund/fail', { id });
    await expectStatus(shop, session, 'paid');
    await expectRefundDue(session, '2026-11-24');
  });
});

/** Buys while it is still November 9 in New York. */
const buyOnNovember9 = (): Promise<string> => {
  catalog.time_zone = 'America/New_York';
  vi.setSystemTime(Date.parse('2026-11-10T04:30:00Z'));
  return buyGuide();
};

describe('the last day to withdraw in the shop’s time zone', () => {
  const END = Date.parse('2026-11-10T05:00:00Z') + REFUND_DAYS * DAY_MS;

  test('allows a withdrawal in the last second of the last day', async () => {
    const session = await buyOnNovember9();
    vi.setSystemTime(END - 1000);
    expect((await openForm(session)).text).toContain('Confirm withdrawal');
    expect((await confirm(session)).text).toContain('You withdrew');
  });

  test('refuses a withdrawal in the first second after the last day and says why', async () => {
    const session = await buyOnNovember9();
    vi.setSystemTime(END);
    for (const { status, text } of [await openForm(session), await confirm(session)]) {
      expect(status).toBe(403);
      expect(text).toContain(
        `You had ${REFUND_DAYS} days after you paid to withdraw, and that time is over`,
      );
    }
  });
});

const buyByBank = (): Promise<string> => shop.buyAs(PARENT, GUIDE.product_type, { method: 'bank' });

const buyAndRefund = async (): Promise<string> => {
  const session = await buyGuide();
  await control(shop, 'refund', { session });
  await expectStatus(shop, session, 'refunded');
  return session;
};

const buyWithoutTheOption = (): Promise<string> => {
  delete catalog.checkout;
  return buyGuide();
};

test.each([
  {
    name: 'an unknown order',
    makeSession: async () => 'cs_test_nobody',
    text: 'No valid purchase found',
  },
  { name: 'an incomplete link', makeSession: async () => '', text: 'This link is incomplete' },
  { name: 'a pending payment', makeSession: buyByBank, text: ORDERS.pending.text },
  { name: 'a refunded order', makeSession: buyAndRefund, text: ORDERS.refunded.text },
  {
    name: 'an order in a shop without withdrawals',
    makeSession: buyWithoutTheOption,
    text: 'please write to us',
  },
])('refuses a withdrawal for $name and says why', async ({ makeSession, text }) => {
  const session = await makeSession();
  expect((await openForm(session)).text).toContain(text);
  expect((await confirm(session)).text).toContain(text);
  expect(await verify(shop, session)).not.toHaveProperty('withdrawable');
  expect(await shop.redis.hexists(`order:dev:${session}`, 'withdrawn')).toBe(0);
  expect(await mailsTo(OWNER, session)).toEqual([]);
});
