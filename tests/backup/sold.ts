import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { beginAnnouncement } from '../../netlify/jobs/announce.ts';
import { unsubscribe } from '../../netlify/mail/unsubscribe.ts';
import { countFetch, forgetBuyer, noteWithdrawal, setAccess } from '../../netlify/orders/notes.ts';
import { type Order, NO_NOTES } from '../../netlify/orders/order.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { type Stores, openStores } from './stores.ts';

const newBytes = () => new Uint8Array(randomBytes(5000));

const orderOf = (n: number): Order => {
  const { id, sale } = seedFor(n);
  return { sessionId: id, ...sale, ...NO_NOTES };
};

/** Orders with each kind of note, an announcement under way, and guides. */
const sellIn = async ({ openHere, redis, writeGuide }: Stores, count: number): Promise<void> => {
  openHere();
  await saveAll(seedsFrom(0, count));
  const [first, second, third] = [orderOf(0), orderOf(1), orderOf(2)];
  await setAccess(first, 'blocked');
  await countFetch(first.sessionId, 'guide-1');
  const sent = { is: 'sent', at: 1_768_480_000, detail: 'an id' };
  await redis.hset(`order:dev:${first.sessionId}`, {
    receipt: sent,
    'copy:1': { ...sent, isOwn: true },
  });
  await noteWithdrawal(second, [`withdrawal:${second.sessionId}`]);
  await forgetBuyer(third.sessionId);
  await unsubscribe('a'.repeat(32));
  await beginAnnouncement({ edition: 'e-1', product: 'guide-1', since: 2e9, changes: 'New.' });
  await writeGuide('Guide 1.pdf', newBytes(), { size: 5000, edition: { id: 'e-1' } });
  await writeGuide('editions/Guide 1.pdf/e-1', newBytes(), { size: 5000 });
  await writeGuide('records/Guide 1.pdf.json', new TextEncoder().encode('{"editions":[]}'));
};

/** The stores of two shops, of which the first has sold. They end with the test file. */
export const openShops = async (count: number): Promise<readonly [Stores, Stores]> => {
  const [shop, other] = await Promise.all([openStores(), openStores()]);
  afterAll(() => Promise.all([shop.close(), other.close()]));
  await sellIn(shop, count);
  return [shop, other];
};
