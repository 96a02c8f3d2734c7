import { readHash, runScript } from '../platform/redis.ts';
import { catalog } from '../shop/catalog.ts';
import { orderKeys } from './keys.ts';
import { isPersonalField, saleFrom } from './order-hash.ts';

/** Compares the version, because a sale saved meanwhile contains the buyer. */
const FORGET = `
local order_key, buyer_orders_key, unsubscribed_key = KEYS[1], KEYS[2], KEYS[3]
local product_keys = { unpack(KEYS, 4) }
local expected_version, sale, session, buyer = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local personal_fields = { unpack(ARGV, 5) }

local version = redis.call('HGET', order_key, 'version') or '0'
if version ~= expected_version then return 0 end
redis.call('HSET', order_key, 'sale', sale, 'forgotten', '1')
redis.call('HINCRBY', order_key, 'version', 1)
for _, field in ipairs(personal_fields) do
  redis.call('HDEL', order_key, field)
end

redis.call('ZREM', buyer_orders_key, session)
local has_other_orders = redis.call('EXISTS', buyer_orders_key) == 1
if has_other_orders then return 1 end
redis.call('SREM', unsubscribed_key, buyer)
for _, product_key in ipairs(product_keys) do
  redis.call('ZREM', product_key, buyer)
end
return 1
`;

/** Returns false if another writer has saved the sale since it was read. */
const tryToForget = async (sessionId: string): Promise<boolean> => {
  const hash = await readHash(orderKeys.order(sessionId));
  const sale = saleFrom(hash);
  if (sale === null) return true;

  const version = hash['version'] ?? '0';
  const buyer = sale.buyer ?? '';
  const saleWithoutBuyer = JSON.stringify({ ...sale, buyer: null });
  const personalFields = Object.keys(hash).filter(isPersonalField);
  const keys = [
    orderKeys.order(sessionId),
    orderKeys.ofBuyer(buyer),
    orderKeys.unsubscribed(),
    ...catalog.products.map((product) => orderKeys.ofProduct(product.product_type)),
  ];
  const args = [version, saleWithoutBuyer, sessionId, buyer, ...personalFields];
  return (await runScript(FORGET, keys, args)) === 1;
};

/**
 * Permanent: later saves leave the buyer out too. With their last order, their unsubscription is
 * removed, because no announcement can reach them. Throws `Unavailable`.
 */
export const forgetBuyer = async (sessionId: string): Promise<void> => {
  let isForgotten = false;
  while (!isForgotten) isForgotten = await tryToForget(sessionId);
};
