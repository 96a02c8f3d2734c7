import * as z from 'zod/mini';
import { runScript } from '../clients/redis.ts';
import type { Facts } from '../orders/facts.ts';
import type { Order } from '../orders/orders.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findRecipient } from '../orders/stripe-sessions.ts';
import { buyerKey } from './buyer-key.ts';
import { NO_ADDRESS } from './message.ts';
import { CLAIMED_IN_SECONDS, type Outbox, type Sent, queueOf, sendClaimed } from './outbox.ts';
import { receiptFact } from './receipt-facts.ts';
import { receiptFor, sendReceipt } from './receipt.ts';

const CLAIM = `
local order, fact, tried = KEYS[1], ARGV[1], ARGV[2]
local now, claimed_for = tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('HEXISTS', order, fact) == 1 then return 'done' end
local since = tonumber(redis.call('HGET', order, tried) or '0')
if now - since < claimed_for then return 'busy' end
redis.call('HSET', order, tried, ARGV[3])
return 'claimed'
`;

const claimSchema = z.enum(['done', 'busy', 'claimed']);

/** This key does not exist. */
const NO_QUEUE = 'no-queue';

/**
 * A copy that the owner sends. It is not queued, since its address is kept nowhere: pressing again tries again, and the
 * message's key holds back a second email. A copy that was sent takes the order's own receipt out of the queue.
 */
const copyOutbox = (copy: number, isOwn: boolean): Outbox => {
  const [keys, fact] = [orderKeys(), receiptFact(copy)];
  const tried = `${fact}:tried`;
  const { release, end } = queueOf({
    key: NO_QUEUE,
    triedAt: (id) => ({ key: keys.order(id), field: tried }),
    atEnd: {
      script: `
redis.call('HSETNX', tries, '${fact}', value)
if is == 'sent' then redis.call('ZREM', KEYS[3], id) end`,
      keys: [keys.receipts],
    },
  });
  return {
    claim: async (id, at) => {
      const args = [fact, tried, at, CLAIMED_IN_SECONDS];
      const claimed = claimSchema.parse(await runScript(CLAIM, [keys.order(id)], args));
      return claimed === 'claimed' ? at : claimed;
    },
    release: (id, at) => release(id, at, false),
    end: (id, { is, detail }, at) =>
      end(id, { is, detail: `${isOwn ? 'own' : 'other'} ${detail}`.trim() }, at),
  };
};

type ReceiptOf = {
  readonly order: Order;
  readonly facts: Facts;
  /** Whether the order's own receipt is still to be sent. */
  readonly waits: boolean;
};

type Asked = {
  /** One more than the copies that the owner knew of, so that pressing twice sends one email. */
  readonly copy: number;
  /** Undefined: the address that Stripe has. */
  readonly to?: string | undefined;
};

/**
 * Sends an order's receipt again, at once. Where the buyer's own receipt is still queued, that one is sent instead of a
 * copy. The result 'done' means that this copy was sent or refused before. Throws where Redis or Stripe cannot be reached.
 */
export const sendAgain = async (
  { order, facts, waits }: ReceiptOf,
  { copy, to }: Asked,
): Promise<Sent> => {
  const { sessionId } = order;
  const isOwn = to === undefined || buyerKey(to) === facts['buyer'];
  if (waits && isOwn) return sendReceipt(sessionId);
  const address = to ?? (await findRecipient(sessionId))?.email;
  if (address === undefined) return { is: 'refused', reason: NO_ADDRESS };
  return sendClaimed(copyOutbox(copy, isOwn), sessionId, async () => {
    const message = receiptFor(order, address);
    return {
      ...message,
      // The key names the address too: an answer may be lost, and the next try may go to another address.
      key: `${message.key}/${copy}/${buyerKey(address).slice(0, 8)}`,
    };
  });
};
