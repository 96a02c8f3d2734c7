import { beforeEach, expect, test, vi } from 'vitest';
import {
  beginAnnouncement,
  listAnnouncements,
  setOpen,
} from '../../netlify/mail/redis-announcements.ts';
import { BATCH, PAGE, sendAnnouncements } from '../../netlify/mail/send-announcements.ts';
import { productOf } from '../catalogue.ts';
import { keepAll, sessionsFrom } from '../shop/seed.ts';
import { openMailShop } from './mail-shop.ts';

const NOW = Date.UTC(2026, 10, 22);
const [GUIDE, OTHER] = [productOf('guide-1'), productOf('guide-2')];

const setTime = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
const pass = (seconds: number) => setTime(Date.now() + seconds * 1000);
setTime(NOW);

const shop = await openMailShop();

/** Buyers of the guide before and after so many of another that the index has three pages. One of them buys twice. */
const early = Array.from({ length: 8 }, (_, n) => `early-${n}@example.com`);
const late = Array.from({ length: 8 }, (_, n) => `late-${n}@example.com`);
const BUYERS = [...early, ...late];

const buyAll = async (emails: readonly string[]): Promise<void> => {
  for (const email of emails) await shop.buyAs(email, GUIDE.product_type);
};
const others = sessionsFrom(0, 2 * PAGE, { productType: OTHER.product_type });
setTime((others[0]?.createdAt ?? 0) * 1000 - 60_000);
await buyAll(early);
await keepAll(others);
setTime(NOW);
await buyAll([...late, ...early.slice(0, 1)]);

let editions = 0;
let edition = '';
let sentBefore = 0;

beforeEach(async () => {
  await shop.heal();
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
  pass(60);
  const at = Date.now() / 1000;
  const keys = (await shop.redis.keys('t*')).filter((key) =>
    /^(told|to-tell|tell|tried)/.test(key),
  );
  await shop.redis.del('receipts:dev', ...keys);
  sentBefore = (await shop.inbox()).length;
  edition = `edition-${(editions += 1)}`;
  await beginAnnouncement({ edition, product: GUIDE.id, since: at, changes: '' }, at);
});

/** What has time for so many steps, each a second: a page of orders, or a batch of emails. */
const portion = (steps: number, onStep: (step: number) => void = () => {}): Promise<void> => {
  let step = 0;
  return sendAnnouncements(() => {
    pass(1);
    onStep((step += 1));
    return step <= steps;
  });
};
const ENOUGH = 50;
/** Reads all the buyers, and sends nothing yet. */
const gatherAll = (): Promise<void> => portion(3);
const record = async () => (await listAnnouncements()).find((one) => one.edition === edition);
const reached = async (): Promise<string[]> => {
  const mails = await shop.inbox();
  return mails.slice(0, mails.length - sentBefore).map(({ to }) => to);
};
const expectAllReached = async (): Promise<void> =>
  expect((await reached()).toSorted()).toEqual(BUYERS.toSorted());

test('the buyers are read and emailed in as many portions as it takes, each buyer once', async () => {
  for (let page = 1; page <= 2; page += 1) {
    await portion(1);
    expect(await record()).toMatchObject({ state: 'gathering', sent: 0 });
  }
  await portion(1);
  expect(await record()).toMatchObject({ state: 'sending', buyers: BUYERS.length, sent: 0 });
  for (let batch = 1; batch <= BUYERS.length / BATCH; batch += 1) {
    await portion(1);
    expect(await reached()).toHaveLength(batch * BATCH);
  }
  await portion(1);
  await expectAllReached();
  expect(await record()).toMatchObject({ state: 'done', sent: BUYERS.length, leftOut: 0 });
  expect(console.error).not.toHaveBeenCalled();
});

test('of two portions at once only one sends', async () => {
  await gatherAll();
  await shop.setMailFaults({ delayMs: 100 });
  await Promise.all([portion(2), portion(2)]);
  expect(await reached()).toHaveLength(2 * BATCH);
});

test.each([
  ['the owner stops it', () => setOpen(edition, false, Date.now() / 1000), { state: 'stopped' }],
  [
    'a receipt waits',
    () => shop.redis.zadd('receipts:dev', { score: 0, member: 'cs_test_waits' }),
    { state: 'sending', pausedBy: 'receipts' },
  ],
] as const)('no batch follows the one in which %s', async (_what, happens, expected) => {
  await gatherAll();
  const happened: Promise<unknown>[] = [];
  await portion(ENOUGH, (step) => {
    if (step === 2) happened.push(happens());
  });
  await Promise.all(happened);
  const { length } = await reached();
  expect(length).toBeLessThanOrEqual(2 * BATCH);
  await portion(ENOUGH);
  expect(await reached()).toHaveLength(length);
  expect(await record()).toMatchObject({ ...expected, sent: length });
});

test('a break that the mail service asks for begins after the batch, and is kept to', async () => {
  await gatherAll();
  await shop.setMailFaults({ status: 429, times: 1 });
  for (const portions of [1, 2]) {
    await portion(ENOUGH);
    expect(await reached(), `${portions}`).toHaveLength(BATCH - 1);
  }
  pass(60);
  await portion(ENOUGH);
  await expectAllReached();
});

test('where it is not known for a day whether an email went out, there is no second one', async () => {
  await shop.setMailFaults({ cutOff: true, times: 1 });
  await portion(ENOUGH);
  pass(300);
  await shop.setMailFaults({ status: 503 });
  await portion(ENOUGH);
  await shop.setMailFaults({});
  pass(24 * 3600);
  await portion(ENOUGH);
  expect(await record()).toMatchObject({ state: 'done', leftOut: 1 });
  await expectAllReached();
});
