import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { findOrder } from '../admin/order-queries.ts';
import { runCommand } from '../backup/command.ts';
import { LIVE, REDIS_TIMEOUT_IN_MS, sessionPages } from '../backup/stores.ts';
import { createRedisClient } from '../clients/redis.ts';
import { envSchema, readBy } from '../env.ts';
import { loadSettings } from '../local/settings.ts';
import { createCopies } from '../mail/redis-copies.ts';
import { numberOf, readQuery } from '../orders/order-names.ts';
import { createForget } from '../orders/redis-forget.ts';
import { createOrderKeys } from '../orders/redis-keys.ts';
import { createOrders } from '../orders/redis-orders.ts';
import { createOrderPages } from '../orders/redis-pages.ts';
import { ask } from './ask.ts';
import { elsewhere, saleOf, takenOut } from './forget-words.ts';

/** `npm run forget -- <order>`, with `--yes` and `--context=<name>`: takes out of an order who bought it. */
const needed = z.pick(envSchema, { UPSTASH_REDIS_REST_URL: true, UPSTASH_REDIS_REST_TOKEN: true });

const openShop = (context: string) => {
  loadSettings();
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = readBy(
    needed,
    process.env,
  );
  const client = {
    ...createRedisClient({ url, token, timeoutInMs: REDIS_TIMEOUT_IN_MS }),
    keys: createOrderKeys(context),
  };
  const orders = { ...createOrders(client), ...createOrderPages(client) };
  return { ...client, orders, receipts: createCopies(client), forget: createForget(client) };
};

type Shop = ReturnType<typeof openShop>;

/** Without Stripe, every order is looked at: the shop keeps no list of payments. */
const findByPayment = async ({ orders }: Shop, paymentId: string): Promise<string | null> => {
  for await (const sessions of sessionPages(orders)) {
    const facts = await orders.findMany(sessions);
    const session = sessions.find((_, at) => facts[at]?.['intent'] === paymentId);
    if (session !== undefined) return session;
  }
  return null;
};

const now = (): number => Math.floor(Date.now() / 1000);

const find = async (shop: Shop, query: string) => {
  const checkout = { findByPayment: (paymentId: string) => findByPayment(shop, paymentId) };
  // An address leads nowhere from here, since the shop's secret may be another than that of this machine.
  const found = await findOrder({ ...shop, checkout, buyerKey: () => '', now }, query);
  if (!found) throw new Error(`There is no order ${query}. Is another --context meant?`);
  if (found.others.length === 0) return found;
  const numbers = [found.order.sessionId, ...found.others].map(numberOf).join(', ');
  throw new Error(`Two orders are called so. Name one by its number: ${numbers}.`);
};

const isMeant = async (session: string): Promise<boolean> => {
  const typed = await ask('This cannot be undone. Type the order’s number again to do it > ');
  const query = readQuery(typed ?? '');
  const number = numberOf(session).replaceAll('-', '');
  return query !== null && 'name' in query && query.name === number;
};

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      context: { type: 'string', default: LIVE },
    },
  });
  const [query] = positionals;
  const asked = readQuery(query ?? '');
  if (query === undefined || positionals.length > 1 || asked === null || 'email' in asked) {
    throw new Error(
      'Name the order: npm run forget -- <order number, reference, session or payment id>. /admin-orders finds the number by an email address.',
    );
  }
  const shop = openShop(values.context);
  const { order, facts } = await find(shop, query);
  const { sessionId } = order;
  console.log(saleOf(order));
  if (!values.yes && !(await isMeant(sessionId))) throw new Error('Nothing was changed.');
  const { buyer = '' } = facts;
  const sessions = await shop.reached(shop.redis.zrange<string[]>(shop.keys.buyer(buyer), 0, -1));
  await shop.forget(sessionId, facts);
  console.log(takenOut(facts));
  const others = sessions.filter((session) => session !== sessionId);
  console.log(elsewhere(order, values.context, others.map(numberOf)));
});
