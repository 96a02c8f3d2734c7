import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { now } from '../../netlify/clock.ts';
import { optOut } from '../../netlify/mail/opt-out.ts';
import {
  beginAnnouncement,
  finish,
  gather,
  outboxOf,
} from '../../netlify/mail/redis-announcements.ts';
import { noteFacts, rememberEvent } from '../../netlify/orders/redis-orders.ts';
import { productOf } from '../catalogue.ts';
import { sessionsFrom } from '../shop/seed.ts';
import { type Stores, openStores } from './stores.ts';

const GUIDE = productOf('guide-1').file_name;
const BUNDLE = productOf('bundle').file_name;
export const FILES = [GUIDE, BUNDLE] as const;

const newBytes = () => new Uint8Array(randomBytes(5000));

export const WANTS_NO_NEWS = 'a'.repeat(32);
export const TOLD = 'b'.repeat(32);

/** Begins to tell buyers of an edition, of whom one has the email by now. */
export const announce = async (edition: string, buyers: string[]): Promise<void> => {
  const announced = { edition, product: 'guide-1', since: 2_000_000_000, changes: 'New words.' };
  await beginAnnouncement(announced, 1_700_000_000);
  await gather(edition, { from: '-', to: null, buyers }, 1);
  await outboxOf(edition).end(TOLD, { is: 'sent', detail: '' }, 1);
};

/** Orders with all that may be noted of one, news, and guides: of the first the last edition but one is current. */
const sellIn = async ({ keep, publish }: Stores, count: number): Promise<void> => {
  const sessions = sessionsFrom(0, count);
  await keep(sessions);
  const [first, second, third] = sessions.map(({ id }) => id);
  await noteFacts(first ?? '', {
    'event:evt_new': `checkout.session.completed ${now()}`,
    'event:evt_old': 'checkout.session.completed 1700000000',
  });
  await rememberEvent('evt_new');
  await noteFacts(second ?? '', { 'override:1:block': '1768480000' });
  await noteFacts(third ?? '', { 'download:guide-1': '3 1768480000 1768480200:1768480100' });
  await optOut(WANTS_NO_NEWS);
  await announce('told', [TOLD]);
  await finish('told', 1_700_000_000);
  const one = newBytes();
  await publish(GUIDE, one);
  await publish(GUIDE, newBytes());
  await publish(GUIDE, newBytes());
  await publish(GUIDE, one);
  await publish(BUNDLE, newBytes());
};

/** The stores of two shops, of which the first has sold. They end with the test file. */
export const openShops = async (count: number): Promise<readonly [Stores, Stores]> => {
  const [shop, other] = await Promise.all([openStores(), openStores()]);
  afterAll(() => Promise.all([shop.close(), other.close()]));
  await sellIn(shop, count);
  return [shop, other];
};
