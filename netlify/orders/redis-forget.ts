import { runScript } from '../clients/redis.ts';
import type { Facts } from './facts.ts';
import { orderKeys } from './redis-keys.ts';

/** Stands in place of the buyer for good, so that nothing Stripe reports later records the buyer again. */
export const FORGOTTEN = '-';

/** Facts about the person and not the sale: which emails were sent, and when files were downloaded. */
const PERSONAL = ['mail:', 'download:'] as const;

/** A buyer's opt-out goes with their last order: while they have another, announcements could reach them. */
const FORGET = `
local order, of_buyer, opted_out = KEYS[1], KEYS[2], KEYS[3]
local session, buyer, forgotten = ARGV[1], ARGV[2], ARGV[3]
redis.call('HSET', order, 'buyer', forgotten)
for personal = 4, #ARGV do redis.call('HDEL', order, ARGV[personal]) end
for sessions = 4, #KEYS do redis.call('ZREM', KEYS[sessions], session) end
redis.call('ZREM', of_buyer, session)
if redis.call('EXISTS', of_buyer) == 0 then redis.call('SREM', opted_out, buyer) end
return 1
`;

/** Removes all personal data from the order that has these facts. A queued receipt is not sent. */
export const forgetBuyer = async (
  sessionId: string,
  { buyer = FORGOTTEN, ...facts }: Facts,
): Promise<void> => {
  const personal = Object.keys(facts).filter((name) =>
    PERSONAL.some((beginning) => name.startsWith(beginning)),
  );
  const { order, receipts, optedOut, buyer: ofBuyer } = orderKeys();
  const touched = [order(sessionId), ofBuyer(buyer), optedOut, receipts];
  await runScript(FORGET, touched, [sessionId, buyer, FORGOTTEN, ...personal]);
};
