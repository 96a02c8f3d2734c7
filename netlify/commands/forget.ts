import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { sessionsFor, storedOrders } from '../admin/order-queries.ts';
import { runCommand } from './run.ts';
import { LIVE, REDIS_TIMEOUT_IN_MS, sessionPages } from './backup/stores.ts';
import { openRedis } from '../clients/redis.ts';
import { envSchema, readBy } from '../env.ts';
import { loadSettings } from '../local/settings.ts';
import { type Query, numberOf, readQuery } from '../orders/order-names.ts';
import { forgetBuyer } from '../orders/redis-forget.ts';
import { openOrders } from '../orders/redis-keys.ts';
import { findManyFacts } from '../orders/redis-orders.ts';
import { sessionsOfBuyer } from '../orders/redis-pages.ts';
import { ask } from './ask.ts';
import { elsewhere, saleOf, takenOut } from './forget-words.ts';

/** `npm run forget -- <order>`, with `--yes` and `--context=<name>`: takes out of an order who bought it. */
const needed = z.pick(envSchema, { UPSTASH_REDIS_REST_URL: true, UPSTASH_REDIS_REST_TOKEN: true });

const openShop = (context: string): void => {
  loadSettings();
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = readBy(
    needed,
    process.env,
  );
  openRedis({ url, token, timeoutInMs: REDIS_TIMEOUT_IN_MS });
  openOrders(context);
};

/** Without Stripe, every order is looked at: the shop keeps no list of payments. */
const findByPayment = async (paymentId: string): Promise<readonly string[]> => {
  for await (const sessions of sessionPages()) {
    const facts = await findManyFacts(sessions);
    const session = sessions.find((_, at) => facts[at]?.['intent'] === paymentId);
    if (session !== undefined) return [session];
  }
  return [];
};

const find = async (asked: Query, query: string) => {
  const isPayment = 'payment' in asked;
  const sessions = isPayment ? await findByPayment(asked.payment) : await sessionsFor(asked);
  const [found, ...others] = await storedOrders(sessions);
  if (!found) throw new Error(`There is no order ${query}. Is another --context meant?`);
  if (others.length === 0) return found;
  const numbers = [found, ...others].map(({ order }) => numberOf(order.sessionId)).join(', ');
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
  openShop(values.context);
  const { order, facts } = await find(asked, query);
  const { sessionId } = order;
  console.log(saleOf(order));
  if (!values.yes && !(await isMeant(sessionId))) throw new Error('Nothing was changed.');
  const { buyer = '' } = facts;
  const sessions = await sessionsOfBuyer(buyer);
  await forgetBuyer(sessionId, facts);
  console.log(takenOut(facts));
  const others = sessions.filter((session) => session !== sessionId);
  console.log(elsewhere(order, values.context, others.map(numberOf)));
});
