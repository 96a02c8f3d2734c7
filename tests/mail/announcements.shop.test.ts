import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SHARE_OF_DAY } from '../../netlify/mail/send-announcements.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { SITE, productOf } from '../catalogue.ts';
import { control, expectStatus } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost } from '../shop/shop.ts';
import { announcingIn } from './announcing.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

/** Six hours before the next day, so that the owner's session of eight hours is still valid in it. */
const EVENING = new Date('2026-11-22T18:00:00Z');
vi.useFakeTimers({ toFake: ['Date'], now: EVENING });

const shop = await openMailShop();
const { setMailFaults } = shop;
const owner = await ownerClient(shop);
const announcing = await announcingIn(shop);
const [ONE, TWO, ALL] = [productOf('guide-1'), productOf('guide-2'), productOf('bundle')];

const buyAs = (name: string, { product_type: type } = ONE): Promise<string> =>
  shop.buyAs(`${name}@example.com`, type);
let mailsBefore = 0;
const newMails = async () => (await announcing.mails()).slice(mailsBefore);
const names = async (): Promise<string[]> =>
  (await newMails()).map(({ to }) => to.split('@')[0] ?? '').toSorted();

beforeEach(async () => {
  vi.setSystemTime(EVENING);
  await Promise.all([shop.redis.flushdb(), shop.heal()]);
  mailsBefore = (await announcing.mails()).length;
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('an announcement reaches', () => {
  test('who bought the guide or the bundle before the edition, once each, and nobody else', async () => {
    await buyAs('one');
    await buyAs('twice');
    announcing.pass(1);
    const newest = await buyAs('Twice', ALL);
    await buyAs('all', ALL);
    await buyAs('other', TWO);
    const refunded = await buyAs('refunded');
    await control(shop, 'refund', { session: refunded });
    await expectStatus(shop, refunded, 'refunded');
    const blocked = await orderNumber(await buyAs('blocked'));
    await owner.post(`/api/admin/orders/${blocked}`, { access: 'blocked' });
    await shop.redis.hset(`order:dev:${await buyAs('forgotten')}`, { buyer: '-' });
    await shop.redis.hdel(`order:dev:${await buyAs('unknown')}`, 'buyer');
    const edition = await announcing.publish();
    await buyAs('after');
    await announcing.announce(edition, { changes: ' Lesson 7 has\nnew figures. ' });
    await announcing.portion();

    expect(await names()).toEqual(['Twice', 'all', 'one']);
    const cover = `${shop.siteUrl}/covers/${ONE.product_type}.png`;
    for (const mail of await newMails()) expect(mail.html).toContain(cover);
    const sums = { state: 'done', buyers: 5, sent: 3, leftOut: 2, waits: null };
    expect(await announcing.of(edition)).toMatchObject(sums);
    const mail = (await newMails()).find(({ to }) => to.startsWith('Twice'));
    expect(mail?.subject).toBe(subjectFor('new-edition', ONE.name));
    for (const words of [
      `${shop.siteUrl}/guide-download?session_id=${newest}`,
      `Order number: ${await orderNumber(newest)}`,
      'Lesson 7 has new figures.',
      '/api/stop-news?token=',
    ]) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    expect(mail?.text).not.toMatch(/[{}<>]|\n{3}/);
  });

  test('of the bundle’s own file, who bought the bundle; the owner reads how many they are', async () => {
    await buyAs('one');
    await buyAs('two', TWO);
    await buyAs('all', ALL);
    const upTo = { 'guide-1': 2, 'guide-2': 2, 'guide-3': 1, bundle: 1 };
    expect(await announcing.state()).toMatchObject({ sendsMail: true, upTo });
    await announcing.announce(await announcing.publish('bundle'), { product: 'bundle' });
    expect(await names()).toEqual(['all']);
  });
});

describe('a preview', () => {
  test('goes to the owner alone, is marked and has the words', async () => {
    await buyAs('one');
    const edition = await announcing.publish();
    const response = await announcing.preview(edition, { changes: 'Two <new> jars.' });
    expect(response.status).toBe(200);
    const [mail] = await shop.inbox();
    expect(mail).toMatchObject({
      to: SITE.supportEmail,
      subject: `[Preview] ${subjectFor('new-edition', ONE.name)}`,
      text: expect.stringMatching(/Two <new> jars\.[^]*Order number: 0000-0000-0000/),
      html: expect.stringContaining('Two &lt;new&gt; jars.</p>'),
    });
    expect(mail?.html).toContain(`${shop.siteUrl}/covers/${ONE.product_type}.png`);
    expect((await announcing.state()).previewTo).toBe(SITE.supportEmail);
    expect(await newMails()).toEqual([]);
    expect(await announcing.of(edition)).toBeUndefined();
  });

  test('goes to OWNER_EMAIL where that is set, and is counted', async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs();
      vi.resetModules();
    });
    vi.stubEnv('OWNER_EMAIL', 'owner@example.com');
    vi.stubEnv('RATE_LIMIT_FACTOR', '0.1');
    vi.resetModules();
    const handle = await loadFunctions();
    const call: typeof shop.call = (pathname, init) =>
      handle(new Request(new URL(pathname, shop.siteUrl), init));
    const post: typeof shop.post = (pathname, body, headers) =>
      call(pathname, jsonPost(body, headers));
    const { preview, publish } = await announcingIn({ ...shop, call, post });
    const edition = await publish();
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await preview(edition)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await shop.inbox())[0]?.to).toBe('owner@example.com');
  });

  test('has up to 500 characters for what is new, and no address', async () => {
    const edition = await announcing.publish();
    expect((await announcing.preview(edition, { changes: 'x'.repeat(500) })).status).toBe(200);
    for (const more of [{ changes: 'x'.repeat(501) }, { to: 'stranger@example.com' }]) {
      await expectProblem(await announcing.preview(edition, more), 400, 'invalid_request');
    }
  });

  test('is needed before its words reach buyers', async () => {
    const edition = await announcing.publish();
    const { preview } = await (await announcing.preview(edition)).json();
    const forged = `${preview.startsWith('A') ? 'B' : 'A'}${preview.slice(1)}`;
    for (const sealed of [forged, '', 'none']) {
      const response = await announcing.post({ action: 'tell', preview: sealed });
      await expectProblem(response, 400, 'invalid_request');
    }
    expect(await announcing.of(edition)).toBeUndefined();
  });

  test('of an edition that buyers do not get any more leads to nothing', async () => {
    const edition = await announcing.publish();
    const announce = await announcing.ready(edition);
    await announcing.publish();
    await expectProblem(await announcing.preview(edition), 404, 'edition_not_found');
    await expectProblem(await announce(), 404, 'edition_not_found');
  });
});

describe('the owner', () => {
  test('announces an edition once, however often and in whatever words', async () => {
    await buyAs('one');
    const edition = await announcing.publish();
    const changes = 'Other words.';
    const both = [announcing.announce(edition), announcing.announce(edition, { changes })];
    await Promise.all(both);
    await announcing.announce(edition);
    await announcing.portion();
    expect(await names()).toEqual(['one']);
    expect((await announcing.state()).news).toHaveLength(1);
  });

  test('stops it, and it continues where it was', async () => {
    await buyAs('one');
    const edition = await announcing.publish();
    const announce = await announcing.ready(edition);
    await setMailFaults({ status: 429 });
    await announce();
    await setMailFaults({});
    expect((await announcing.post({ action: 'stop', edition })).status).toBe(200);
    announcing.pass(1);
    await announcing.portion();
    expect(await newMails()).toEqual([]);
    expect(await announcing.of(edition)).toMatchObject({ state: 'stopped' });
    await announcing.post({ action: 'resume', edition });
    expect(await names()).toEqual(['one']);
    await announcing.post({ action: 'stop', edition });
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 1 });
  });
});

const NO_ANSWER = 'The email service isn’t responding.';
const USED_UP = 'You’ve used up today’s or this month’s emails';
const BEHIND_RECEIPTS = 'Receipts are waiting';
const HOUR = 60;
const waitIn = (queue: string) => () => shop.redis.zadd(queue, { score: 0, member: 'waiting' });
const limit = (faults: object) => () => setMailFaults(faults);

/** What goes wrong; what the owner reads; how many are emailed all the same; for how many minutes nothing more is tried. */
type Row = readonly [fail: () => unknown, says: string, sent?: number, pause?: number];
const WAITS: Readonly<Record<string, Row>> = {
  'the mail service is down': [limit({ status: 503 }), NO_ANSWER],
  'its key is refused': [limit({ status: 401 }), 'The email service rejects the shop’s key'],
  'emails are taken, and the answers are lost': [limit({ cutOff: true }), NO_ANSWER, 2],
  'the answer for one of them breaks off': [() => shop.failMail('cut', 1), NO_ANSWER, 2],
  'it asks for a break': [limit({ status: 429 }), 'The email service asked us to slow down.'],
  'today’s emails are used up': [
    limit({ status: 429, name: 'daily_quota_exceeded' }),
    USED_UP,
    0,
    5 * HOUR,
  ],
  'this month’s emails are used up': [
    limit({ status: 429, name: 'monthly_quota_exceeded' }),
    USED_UP,
    0,
    5 * HOUR,
  ],
  'Stripe, which knows the addresses, fails': [() => shop.failStripe('500'), 'Stripe'],
  'a receipt waits': [waitIn('receipts:dev'), BEHIND_RECEIPTS],
  'an email of find-purchase waits': [waitIn('finds:dev'), BEHIND_RECEIPTS],
};

test.each(Object.entries(WAITS))(
  'while %s an announcement waits, says so and then reaches each once',
  async (_what, [fail, says, sent = 0, pause = 0]) => {
    await buyAs('one');
    await buyAs('two', ALL);
    const edition = await announcing.publish();
    const announce = await announcing.ready(edition);
    await fail();
    await announce();
    expect((await announcing.of(edition))?.waits).toMatch(new RegExp(`^${says}`));
    expect(await newMails()).toHaveLength(sent);
    await shop.heal();
    await shop.redis.del('receipts:dev', 'finds:dev');
    const asked = shop.callsTo('mail');
    announcing.pass(pause);
    if (pause > 0) await announcing.portion();
    expect(shop.callsTo('mail')).toBe(asked);
    announcing.pass(pause > 0 ? HOUR : 2);
    await announcing.portion();
    expect(await names()).toEqual(['one', 'two']);
    expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 2, waits: null });
  },
);

test('an announcement continues after an outage of Redis', async () => {
  await buyAs('one');
  const announce = await announcing.ready(await announcing.publish());
  await setMailFaults({ status: 503 });
  await announce();
  await setMailFaults({});
  shop.failRedis('500');
  expect((await announcing.portion()).status).toBe(204);
  shop.failRedis('none');
  await announcing.portion();
  expect(await names()).toEqual(['one']);
});

test('some forty emails of a day are kept for receipts', async () => {
  await setMailFaults({ perDay: 100 });
  for (const name of 'abcdef') await buyAs(name);
  const edition = await announcing.publish();
  // With the receipts and the preview that follows, two less than announcements may use.
  const previews = Array.from({ length: SHARE_OF_DAY - 9 }, () => announcing.preview(edition));
  await Promise.all(previews);
  await announcing.announce(edition);
  await announcing.portion();
  expect(await newMails()).toHaveLength(4);
  expect((await announcing.of(edition))?.waits).toMatch(/are kept for receipts\.$/);
  await buyAs('late');
  expect((await shop.inbox())[0]?.to).toBe('late@example.com');
  announcing.pass(6 * HOUR);
  await announcing.portion();
  expect(await announcing.of(edition)).toMatchObject({ state: 'done', sent: 6 });
});

/** How often Redis, Stripe, Blobs and the mail service were asked. */
const askedBy = async (work: () => Promise<unknown>): Promise<number[]> => {
  const before = [...shop.calls(), shop.callsTo('mail')];
  await work();
  return [...shop.calls(), shop.callsTo('mail')].map((calls, at) => calls - (before[at] ?? 0));
};

test('a portion and the owner’s page ask for no more than they need', async () => {
  // Delivery events come in their own time, and would be counted too.
  await setMailFaults({ hold: true });
  await shop.controlMail('/_control/mail/flush', { method: 'POST' });
  expect(await askedBy(announcing.portion), 'whether there is one to send').toEqual([1, 0, 0, 0]);
  expect(await askedBy(announcing.state), 'sums and editions').toEqual([1, 0, 0, 0]);
  for (const name of 'abc') await buyAs(name);
  const announce = await announcing.ready(await announcing.publish());
  shop.failMail('500');
  await announce();
  shop.failMail('none');
  expect(await askedBy(announcing.state), 'and how far they are').toEqual([2, 0, 0, 0]);
  announcing.pass(2);
  const [redis, ...others] = await askedBy(announcing.portion);
  // What is open, how far it is, the turn; who is due, the claims, buyers and orders; that it is done, and the turn.
  expect(redis, 'and the end of each').toBeLessThanOrEqual(9 + 3);
  expect(others).toEqual([3, 0, 3]);
});

test('no address is kept, nor logged', async () => {
  const traces = await shop.tracesOf(async () => {
    await buyAs('secret');
    const edition = await announcing.publish();
    await setMailFaults({ status: 503, times: 1 });
    await announcing.announce(edition);
    await announcing.announce(edition);
  });
  expect(traces).toContain('"asked"');
  expect(traces).not.toMatch(/secret@|@example/i);
});
