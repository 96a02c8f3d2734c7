import { expect, test } from 'vitest';
import { productOf, soldGuide } from '../catalog.ts';
import { verify } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { crashAt, neverTimeOut } from '../shop/runs.ts';
import { subjectOf } from '../shop/templates.ts';

const shop = await openMailShop();
const { beginAnnouncement, announcementOf } = await import('../../netlify/jobs/announcements.ts');
neverTimeOut();

const { id: product, name, product_type: type } = productOf('guide-1');
const EDITION = 'new';
const BUYERS = ['a@example.com', 'b@example.com', 'c@example.com'];

const startShopWithAnnouncement = async (): Promise<void> => {
  await shop.startAnew();
  for (const buyer of BUYERS) await verify(shop, await shop.buyAs(buyer, type));
  pass(60);
  const since = Math.floor(Date.now() / 1000);
  await beginAnnouncement({ edition: EDITION, sold: soldGuide(product), since, changes: '' });
};
const emailedBuyers = async (): Promise<string[]> =>
  (await shop.inbox())
    .filter(({ subject }) => subject === subjectOf('new-edition', name))
    .map(({ to }) => to)
    .toSorted();

test('emails each buyer exactly once no matter where a scheduled run crashes', async () => {
  let isCrashed = true;
  // Ends when a run makes too few calls to reach the crash.
  for (let call = 0; isCrashed; call += 1) {
    for (const when of ['before', 'after'] as const) {
      await startShopWithAnnouncement();
      isCrashed = (await shop.runOnce(shop.runSchedule, crashAt(call, when))) === 'crashed';
      for (let runs = 0; runs < 2; runs += 1) {
        pass(5);
        await shop.runSchedule();
      }
      expect(await emailedBuyers(), `${when} call ${call}`).toEqual(BUYERS);
      expect(await announcementOf(EDITION), `${when} call ${call}`).toMatchObject({ left: 0 });
    }
  }
});
