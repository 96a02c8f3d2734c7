import { beforeEach, expect, test, vi } from 'vitest';
import { beginAnnouncement, listAnnouncements } from '../../netlify/mail/redis-announcements.ts';
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
const namesOf = (prefix: string) =>
  Array.from({ length: 8 }, (_, n) => `${prefix}-${n}@example.com`);
const [early, late] = [namesOf('early'), namesOf('late')];
const BUYERS = [...early, ...late];
const others = sessionsFrom(0, 2 * PAGE, { productType: OTHER.product_type });
setTime((others[0]?.createdAt ?? 0) * 1000 - 60_000);
for (const email of early) await shop.buyAs(email, GUIDE.product_type);
await keepAll(others);
setTime(NOW);
for (const email of [...late, ...early.slice(0, 1)]) await shop.buyAs(email, GUIDE.product_type);

let edition = 0;
let sentBefore = 0;

beforeEach(async () => {
  pass(60);
  sentBefore = (await shop.inbox()).length;
  const at = Date.now() / 1000;
  const announcement = { edition: `${(edition += 1)}`, product: GUIDE.id, changes: '' };
  await beginAnnouncement({ ...announcement, since: at }, at);
});

/** What has time for so many steps, each a second: a page of orders, or a batch of emails. */
const portion = (steps: number): Promise<void> => {
  let left = steps;
  return sendAnnouncements(() => {
    pass(1);
    return (left -= 1) >= 0;
  });
};
const ENOUGH = 50;
const record = async () => (await listAnnouncements()).find((one) => one.edition === `${edition}`);
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
  await portion(3); // reads all the buyers
  await shop.setMailFaults({ delayMs: 100 });
  await Promise.all([portion(2), portion(2)]);
  expect(await reached()).toHaveLength(2 * BATCH);
  await portion(ENOUGH);
  await expectAllReached();
});
