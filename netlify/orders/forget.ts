import { type Job, type JobKind, findAllJobs, removeJobs } from '../platform/queue.ts';
import { readHash, runScript } from '../platform/redis.ts';
import { shortHash } from '../shop/buyer-hash.ts';
import { catalog } from '../shop/catalog.ts';
import { sessionsOfBuyer } from './indexes.ts';
import { orderKeys } from './keys.ts';
import { PERSONAL_FIELD_PREFIXES, saleFrom } from './order-hash.ts';
import { readOrders } from './store.ts';

/**
 * Changes nothing and returns 0 if the order's version has changed, because the newer sale contains
 * the buyer again. Does the same if the buyer's number of orders has changed, because a new order
 * may need the index entries.
 */
const FORGET = `
local order_key, buyer_orders_key, unsubscribed_key = KEYS[1], KEYS[2], KEYS[3]
local product_keys = { unpack(KEYS, 4) }
local expected_version, expected_order_count = ARGV[1], tonumber(ARGV[2])
local sale, session, buyer = ARGV[3], ARGV[4], ARGV[5]
local personal_field_prefixes = { unpack(ARGV, 6) }

local version = redis.call('HGET', order_key, 'version') or '0'
if version ~= expected_version then return 0 end
local order_count = redis.call('ZCARD', buyer_orders_key)
if order_count ~= expected_order_count then return 0 end

redis.call('HSET', order_key, 'sale', sale, 'forgotten', '1')
redis.call('HINCRBY', order_key, 'version', 1)
for _, field in ipairs(redis.call('HKEYS', order_key)) do
  for _, prefix in ipairs(personal_field_prefixes) do
    if string.sub(field, 1, #prefix) == prefix then redis.call('HDEL', order_key, field) end
  end
end

for _, product_key in ipairs(product_keys) do
  redis.call('ZREM', product_key, buyer)
end
redis.call('ZREM', buyer_orders_key, session)
if redis.call('ZCARD', buyer_orders_key) == 0 then
  redis.call('SREM', unsubscribed_key, buyer)
end
return 1
`;

/**
 * What each kind of job is about. The id of a job about an order starts with the session id. The id
 * of a job about a buyer contains the buyer's hash.
 */
const SUBJECTS: Readonly<Record<JobKind, 'order' | 'buyer' | 'shop'>> = {
  receipt: 'order',
  copy: 'order',
  withdrawal: 'order',
  ready: 'order',
  found: 'buyer',
  edition: 'buyer',
  alert: 'shop',
  fulfill: 'shop',
};
/** A queue may also contain other kinds of jobs, from another version of the shop. */
const SUBJECT_OF_KIND: ReadonlyMap<string, string> = new Map(Object.entries(SUBJECTS));

/** Pass null as `buyer` if the buyer has other orders, because the emails may be about those. */
const removeEmails = async (sessionId: string, buyer: string | null): Promise<void> => {
  const shouldRemove = (job: Job): boolean => {
    const [kind = '', id = ''] = job.split(':');
    const parts = id.split('/');
    const subject = SUBJECT_OF_KIND.get(kind);
    if (subject === 'order' && parts[0] === sessionId) return true;
    if (buyer === null) return false;
    // The owner may be sending this buyer a receipt for somebody else's order.
    if (kind === 'copy') return parts[2] === shortHash(buyer);
    return subject === 'buyer' && parts.includes(buyer);
  };
  const jobs = await findAllJobs();
  await removeJobs([...jobs].filter(shouldRemove));
};

/**
 * Returns false if another writer has saved this order, or a new order from the same buyer, in the
 * meantime.
 */
const tryToForget = async (sessionId: string): Promise<boolean> => {
  const hash = await readHash(orderKeys.order(sessionId));
  const sale = saleFrom(hash);
  if (sale === null) return true;

  const buyer = sale.buyer ?? '';
  const sessions = await sessionsOfBuyer(buyer);
  const otherSessions = sessions.filter((other) => other !== sessionId);
  const otherOrders = await readOrders(otherSessions);
  const otherProducts = new Set(otherOrders.map(({ productType }) => productType));
  // The catalog may no longer list the order's product.
  const products = new Set([sale.productType, ...catalog.products.map((one) => one.product_type)]);
  const productsToUnlink = [...products].filter((product) => !otherProducts.has(product));

  const emailRecipient = otherSessions.length === 0 ? sale.buyer : null;
  // The emails come first: once the sale is stored without its buyer, a retry could not find them.
  await removeEmails(sessionId, emailRecipient);
  const keys = [
    orderKeys.order(sessionId),
    orderKeys.ofBuyer(buyer),
    orderKeys.unsubscribed(),
    ...productsToUnlink.map(orderKeys.ofProduct),
  ];
  const version = hash['version'] ?? '0';
  const saleWithoutBuyer = JSON.stringify({ ...sale, buyer: null });
  const args = [version, sessions.length, saleWithoutBuyer, sessionId, buyer];
  const isForgotten = (await runScript(FORGET, keys, [...args, ...PERSONAL_FIELD_PREFIXES])) === 1;
  // Removes emails that were enqueued in the meantime.
  if (isForgotten) await removeEmails(sessionId, emailRecipient);
  return isForgotten;
};

/**
 * Permanently removes the buyer's data from an order, so that later saves omit the buyer too.
 * Cancels queued emails. If the buyer has no other order, also deletes the record that they
 * unsubscribed, because no announcement can reach them anymore. Throws `Unavailable`.
 */
export const forgetBuyer = async (sessionId: string): Promise<void> => {
  let isForgotten = false;
  while (!isForgotten) isForgotten = await tryToForget(sessionId);
};
