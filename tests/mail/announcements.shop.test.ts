import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BATCH, SHARE_OF_DAY } from '../../netlify/mail/send-announcements.ts';
import { SITE, productOf } from '../catalogue.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { LIMITS } from '../../netlify/http/limits.ts';
import { loadFunctions } from '../shop/routes.ts';
import { expectProblem } from '../shop/problems.ts';
import { jsonPost } from '../shop/shop.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { addressesOf, announcingIn } from './announcing.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

/** Six hours before the next day, so that the owner's session of eight hours is still valid in it. */
const EVENING = new Date('2026-11-22T18:00:00Z');
vi.useFakeTimers({ toFake: ['Date'], now: EVENING });

const shop = await openMailShop();
const { setMailFaults } = shop;
const owner = await ownerClient(shop);
const announcing = await announcingIn(shop);
const [ONE, TWO, ALL] = ['guide-1', 'guide-2', 'bundle'].map((id) => productOf(id).product_type);
if (!ONE || !TWO || !ALL) throw new Error('no such products');

/** A shop of the same services with other settings. */
const announcingWith = async (settings: Readonly<Record<string, string>>) => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  const handle = await loadFunctions();
  const call: typeof shop.call = (pathname, init) =>
    handle(new Request(new URL(pathname, shop.siteUrl), init));
  const post: typeof shop.post = (pathname, body, headers) =>
    call(pathname, jsonPost(body, headers));
  return announcingIn({ ...shop, call, post });
};
let mailsBefore = 0;
const newMails = async () => (await announcing.mails()).slice(mailsBefore);
/** An edition that one buyer is to get an announcement of. */
const publishForOne = async (): Promise<string> => {
  await announcing.buyAs('one@example.com', ONE);
  return announcing.publish();
};

beforeEach(async () => {
  vi.setSystemTime(EVENING);
  await Promise.all([shop.redis.flushdb(), shop.heal()]);
  mailsBefore = (await announcing.mails()).length;
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterAll(() => void vi.useRealTimers());

describe('who is told of a new edition', () => {
  test('who bought the guide or the bundle before it, once each, and nobody else', async () => {
    await announcing.buyAs('one@example.com', ONE);
    await announcing.buyAs('twice@example.com', ONE);
    announcing.pass(1);
    const second = await announcing.buyAs(' Twice@example.com'.trim(), ALL);
    await announcing.buyAs('all@example.com', ALL);
    await announcing.buyAs('other@example.com', TWO);
    const refunded = await announcing.buyAs('refunded@example.com', ONE);
    await control(shop, 'refund', { session: refunded });
    await expectStatus(shop, refunded, 'refunded');
    const blocked = await announcing.buyAs('blocked@example.com', ONE);
    const number = await orderNumber(blocked);
    await owner.post(`/api/admin/orders/${number}`, { access: 'blocked' });
    const edition = await announcing.publish();
    await announcing.buyAs('after@example.com', ONE);
    await announcing.announce(edition, { changes: ' Lesson 7 has\nnew figures. ' });
    while ((await announcing.of(edition))?.state !== 'done') await announcing.portion();

    const mails = await newMails();
    expect(addressesOf(mails)).toEqual(['Twice@example.com', 'all@example.com', 'one@example.com']);
    expect(await announcing.of(edition)).toMatchObject({
      buyers: 5,
      sent: 3,
      leftOut: 2,
      waits: null,
    });
    const twice = mails.find(({ to }) => to === 'Twice@example.com');
    // The newest of the orders that open it.
    const link = `${shop.siteUrl}/guide-download?session_id=${second}`;
    expect(twice?.subject).toBe(subjectFor('new-edition', productOf('guide-1').name));
    const named = `Order number: ${await orderNumber(second)}`;
    for (const words of [link, named, 'Lesson 7 has new figures.', '/api/stop-news?token=']) {
      expect(twice?.text).toContain(words);
      expect(twice?.html).toContain(words);
    }
    expect(twice?.text).not.toMatch(/[{}<>]|\n{3}/);
  });

  test('of the bundle’s own file, who bought the bundle', async () => {
    await announcing.buyAs('one@example.com', ONE);
    await announcing.buyAs('all@example.com', ALL);
    const edition = await announcing.publish('bundle');
    await announcing.announce(edition, { product: 'bundle' });
    expect(addressesOf(await newMails())).toEqual(['all@example.com']);
  });

  test('by what their orders are when the mail goes out, and not when it was begun', async () => {
    const session = await announcing.buyAs('soon@example.com', ONE);
    const edition = await announcing.publish();
    const announce = await announcing.ready(edition);
    await setMailFaults({ status: 503 });
    await announce();
    await control(shop, 'refund', { session });
    await expectStatus(shop, session, 'refunded');
    await setMailFaults({});
    await announcing.portion();
    expect(await newMails()).toEqual([]);
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 0, leftOut: 1 });
  });

  test('not who was forgotten, nor an order of which no address is known', async () => {
    const [forgotten, old] = [
      await announcing.buyAs('forgotten@example.com', ONE),
      await announcing.buyAs('old@example.com', ONE),
    ];
    await shop.redis.hset(`order:dev:${forgotten}`, { buyer: '-' });
    await shop.redis.hdel(`order:dev:${old}`, 'buyer');
    const edition = await announcing.publish();
    await announcing.announce(edition);
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', buyers: 0 });
    expect(await newMails()).toEqual([]);
  });
});

describe('the owner', () => {
  test('reads how many there are at most, and of the bundle too', async () => {
    await announcing.buyAs('one@example.com', ONE);
    await announcing.buyAs('two@example.com', TWO);
    await announcing.buyAs('all@example.com', ALL);
    expect(await announcing.state()).toMatchObject({
      sendsMail: true,
      upTo: { 'guide-1': 2, 'guide-2': 2, 'guide-3': 1, bundle: 1 },
    });
  });

  test('gets a preview first, which is marked and has the words, and buyers get none', async () => {
    const edition = await publishForOne();
    const response = await announcing.preview(edition, { changes: 'Two <new> jars.' });
    expect(response.status).toBe(200);
    const [mail] = await shop.inbox();
    expect(mail).toMatchObject({
      to: (await announcing.state()).previewTo,
      subject: `[Preview] ${subjectFor('new-edition', productOf('guide-1').name)}`,
    });
    expect(mail?.text).toContain('Two <new> jars.');
    expect(mail?.text).toContain('Order number: 0000-0000-0000');
    expect(mail?.html).toContain('Two &lt;new&gt; jars.</p>');
    expect(await newMails()).toEqual([]);
    expect(await announcing.of(edition)).toBeUndefined();
  });

  test('gets previews at OWNER_EMAIL, or where there is none at the shop’s own address', async () => {
    const edition = await announcing.publish();
    await announcing.preview(edition);
    expect((await shop.inbox())[0]?.to).toBe(SITE.supportEmail);
    const withOwner = await announcingWith({ OWNER_EMAIL: 'owner@example.com' });
    await withOwner.preview(edition);
    expect((await shop.inbox())[0]?.to).toBe('owner@example.com');
    expect((await withOwner.state()).previewTo).toBe('owner@example.com');
    const elsewhere = await announcing.preview(edition, { to: 'stranger@example.com' });
    await expectProblem(elsewhere, 400, 'invalid_request');
  });

  test(`gets at most ${LIMITS['owner-emails'].total[0].most} previews an hour`, async () => {
    const edition = await announcing.publish();
    const counted = await announcingWith({ RATE_LIMIT_FACTOR: '1' });
    const statuses = [];
    for (let time = 0; time <= LIMITS['owner-emails'].total[0].most; time += 1) {
      statuses.push((await counted.preview(edition)).status);
    }
    expect(statuses.lastIndexOf(200)).toBe(LIMITS['owner-emails'].total[0].most - 1);
    expect(statuses.at(-1)).toBe(429);
  });

  test('cannot tell in words of which there was no preview', async () => {
    const edition = await announcing.publish();
    const { preview } = await (await announcing.preview(edition)).json();
    const forged = `${preview.startsWith('A') ? 'B' : 'A'}${preview.slice(1)}`;
    for (const sealed of [forged, '', 'none']) {
      const response = await announcing.post({ action: 'tell', preview: sealed });
      await expectProblem(response, 400, 'invalid_request');
    }
    expect(await announcing.of(edition)).toBeUndefined();
  });

  test('cannot tell of an edition that buyers get no more', async () => {
    const edition = await announcing.publish();
    const { preview } = await (await announcing.preview(edition)).json();
    await announcing.publish();
    await expectProblem(await announcing.preview(edition), 404, 'edition_not_found');
    const told = await announcing.post({ action: 'tell', preview });
    await expectProblem(told, 404, 'edition_not_found');
  });

  test('may use 500 characters for what is new', async () => {
    const edition = await announcing.publish();
    const long = await announcing.preview(edition, { changes: 'x'.repeat(501) });
    await expectProblem(long, 400, 'invalid_request');
    expect((await announcing.preview(edition, { changes: 'x'.repeat(500) })).status).toBe(200);
  });

  test('tells once, however often and in whatever words it is asked for', async () => {
    const edition = await publishForOne();
    await Promise.all([
      announcing.announce(edition),
      announcing.announce(edition, { changes: 'Other words.' }),
    ]);
    await announcing.announce(edition);
    await announcing.portion();
    expect(await newMails()).toHaveLength(1);
    expect((await announcing.state()).news.filter((one) => one.edition === edition)).toHaveLength(
      1,
    );
  });

  test('stops it, and it goes on where it was', async () => {
    const edition = await publishForOne();
    const announce = await announcing.ready(edition);
    await setMailFaults({ status: 429 });
    await announce();
    expect(await announcing.of(edition)).toMatchObject({
      state: 'sending',
      sent: 0,
      waits: 'The email service asked us to slow down.',
    });
    await setMailFaults({});
    expect((await announcing.post({ action: 'stop', edition })).status).toBe(200);
    announcing.pass(1);
    await announcing.portion();
    expect(await newMails()).toEqual([]);
    expect(await announcing.of(edition)).toMatchObject({ state: 'stopped' });
    await announcing.post({ action: 'resume', edition });
    expect(await newMails()).toHaveLength(1);
    await announcing.post({ action: 'stop', edition });
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 1 });
  });
});

describe('of the emails that a plan takes a day', () => {
  test.each(['daily_quota_exceeded', 'monthly_quota_exceeded'])(
    'after a %s, no more is tried until the next day of UTC',
    async (name) => {
      const edition = await publishForOne();
      const announce = await announcing.ready(edition);
      await setMailFaults({ status: 429, name });
      await announce();
      expect((await announcing.of(edition))?.waits).toMatch(/used up today’s or this month’s/);
      await setMailFaults({});
      const asked = shop.callsTo('mail');
      for (let hours = 0; hours < 5; hours += 1, announcing.pass(60)) await announcing.portion();
      expect(shop.callsTo('mail')).toBe(asked);
      announcing.pass(60);
      await announcing.portion();
      expect(await newMails()).toHaveLength(1);
    },
  );

  test('none goes to news while a receipt waits, or a mail of find-purchase', async () => {
    const edition = await publishForOne();
    const announce = await announcing.ready(edition);
    for (const queue of ['receipts:dev', 'finds:dev']) {
      await shop.redis.zadd(queue, { score: 0, member: 'waiting' });
      await (queue === 'receipts:dev' ? announce() : announcing.portion());
      expect((await announcing.of(edition))?.waits).toMatch(/^Receipts are waiting/);
      expect(await newMails()).toEqual([]);
      await shop.redis.del(queue);
    }
    await announcing.portion();
    expect(await newMails()).toHaveLength(1);
  });

  test('some forty are kept for receipts, by what the mail service tells of the day', async () => {
    await setMailFaults({ perDay: 100 });
    // A receipt each, and two previews.
    for (const name of 'abcdefgh') await announcing.buyAs(`${name}@example.com`, ONE);
    const edition = await announcing.publish();
    for (let used = 8; used < SHARE_OF_DAY - 2; used += 1) await announcing.preview(edition);
    await announcing.announce(edition);
    await announcing.portion();
    expect(await newMails()).toHaveLength(BATCH);
    expect((await announcing.of(edition))?.waits).toMatch(/are kept for receipts\.$/);
    await announcing.buyAs('late@example.com', ONE);
    expect((await shop.inbox())[0]?.to).toBe('late@example.com');
    announcing.pass(6 * 60);
    await announcing.portion();
    expect(await newMails()).toHaveLength(8);
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 8 });
  });
});

describe('while a service fails', () => {
  const NO_ANSWER = 'The email service isn’t responding.';
  test.each([
    ['the mail service is down', () => setMailFaults({ status: 503 }), NO_ANSWER],
    [
      'its key is refused',
      () => setMailFaults({ status: 401 }),
      'The email service rejects the shop’s key',
    ],
    ['it takes emails, and its answer is lost', () => setMailFaults({ cutOff: true }), NO_ANSWER],
    [
      'it asks for a break',
      () => setMailFaults({ status: 429 }),
      'The email service asked us to slow down.',
    ],
    ['Stripe, which knows the addresses, fails', () => shop.failStripe('500'), 'Stripe'],
  ])('%s: an announcement waits, says so and then comes once', async (_what, fail, says) => {
    await announcing.buyAs('two@example.com', ALL);
    const edition = await publishForOne();
    const announce = await announcing.ready(edition);
    await fail();
    await announce();
    expect((await announcing.of(edition))?.waits).toMatch(new RegExp(`^${says}`));
    await shop.heal();
    announcing.pass(2);
    await announcing.portion();
    expect(await newMails()).toHaveLength(2);
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 2, waits: null });
  });

  test('the mail service, which never answers for one of them: each comes once', async () => {
    for (const name of ['one', 'two', 'three']) await announcing.buyAs(`${name}@example.com`, ONE);
    const edition = await announcing.publish();
    const announce = await announcing.ready(edition);
    shop.failMail('slow', 1);
    await announce();
    expect(await announcing.of(edition)).toMatchObject({ sent: 2, waits: expect.any(String) });
    announcing.pass(2);
    await announcing.portion();
    expect(addressesOf(await newMails())).toHaveLength(3);
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 3 });
  });

  test('Redis: it goes on afterwards', async () => {
    const edition = await publishForOne();
    const announce = await announcing.ready(edition);
    await setMailFaults({ status: 503 });
    await announce();
    await setMailFaults({});
    shop.failRedis('500');
    expect((await announcing.portion()).status).toBe(204);
    shop.failRedis('none');
    await announcing.portion();
    expect(await newMails()).toHaveLength(1);
  });
});

/** How often Redis, Stripe, Blobs and the mail service were asked. */
const askedBy = async (work: () => Promise<unknown>): Promise<number[]> => {
  const before = [...shop.calls(), shop.callsTo('mail')];
  await work();
  return [...shop.calls(), shop.callsTo('mail')].map((calls, at) => calls - (before[at] ?? 0));
};

describe('what is asked outside', () => {
  // What became of mails is told in its own time, and would be counted with it.
  beforeEach(async () => {
    await setMailFaults({ hold: true });
    await shop.controlMail('/_control/mail/flush', { method: 'POST' });
  });

  test('by a portion with nothing to send: whether there is something', async () => {
    expect(await askedBy(announcing.portion)).toEqual([1, 0, 0, 0]);
  });

  test('for the owner’s page: the sums, the editions and how far they are', async () => {
    expect(await askedBy(announcing.state)).toEqual([1, 0, 0, 0]);
    await announcing.announce(await announcing.publish());
    expect(await askedBy(announcing.state)).toEqual([2, 0, 0, 0]);
  });

  test('for three mails: each end by itself, and of all else as much of Redis as for one', async () => {
    for (const name of ['a', 'b', 'c']) await announcing.buyAs(`${name}@example.com`, ONE);
    const edition = await announcing.publish();
    const announce = await announcing.ready(edition);
    shop.failMail('500');
    await announce();
    shop.failMail('none');
    announcing.pass(2);
    const [redis, ...others] = await askedBy(announcing.portion);
    // Open news, how far they are, the turn; who is due; their claims; buyers, orders; the ends; it is done, so is the turn.
    expect(redis).toBeLessThanOrEqual(9 + 3);
    expect(others).toEqual([3, 0, 3]);
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 3 });
  });
});

test('no address is kept, nor logged', async () => {
  await announcing.buyAs('secret-parent@example.com', ONE);
  const edition = await announcing.publish();
  await setMailFaults({ status: 503, times: 1 });
  await announcing.announce(edition);
  await announcing.announce(edition);
  const said = [console.log, console.error].flatMap((log) => vi.mocked(log).mock.calls).join('\n');
  expect(said).not.toMatch(/secret|example\.com/);
  for (const key of await shop.redis.keys('t*')) {
    expect(key).not.toMatch(/secret|@/);
    const type = await shop.redis.type(key);
    const value = type === 'hash' ? await shop.redis.hgetall(key) : [];
    expect(JSON.stringify(value)).not.toMatch(/secret|@/);
  }
});
