import { redisClient } from '../clients/redis.ts';
import type { Facts } from './facts.ts';
import { orderKeys } from './redis-keys.ts';

/** In the place of the buyer. It stays, so that nothing that Stripe tells again writes the buyer anew. */
export const FORGOTTEN = '-';

/** What tells of a person, and not of the sale: which mails were sent, and when somebody downloaded. */
const PERSONAL = ['mail:', 'download:'] as const;

/**
 * That the buyer wants no news of new editions is forgotten with their last order: as long as they have another,
 * it leads to mails.
 */
const FORGET = `
local order, of_buyer, no_news = KEYS[1], KEYS[2], KEYS[3]
local session, buyer, forgotten = ARGV[1], ARGV[2], ARGV[3]
redis.call('HSET', order, 'buyer', forgotten)
for personal = 4, #ARGV do redis.call('HDEL', order, ARGV[personal]) end
for sessions = 4, #KEYS do redis.call('ZREM', KEYS[sessions], session) end
redis.call('ZREM', of_buyer, session)
if redis.call('EXISTS', of_buyer) == 0 then redis.call('SREM', no_news, buyer) end
return 1
`;

/** Takes out of an order, whose facts these are, all that tells of its buyer. A receipt that waits is not sent. */
export const forgetBuyer = async (
  sessionId: string,
  { buyer = FORGOTTEN, ...facts }: Facts,
): Promise<void> => {
  const personal = Object.keys(facts).filter((name) =>
    PERSONAL.some((beginning) => name.startsWith(beginning)),
  );
  const { order, receipts, lostReceipts, noNews, buyer: ofBuyer } = orderKeys();
  const touched = [order(sessionId), ofBuyer(buyer), noNews, receipts, lostReceipts];
  const args = [sessionId, buyer, FORGOTTEN, ...personal];
  const { reached, redis } = redisClient();
  await reached(redis.eval(FORGET, touched, args));
};
