import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const FEW = 10;
/** Recorded as the shop does it, with names and sums. */
const RECORDED = 2000;
/** The engine in the process runs scripts so slowly that fewer must do there. */
const MANY = spawnSync('redis-server', ['--version']).status === 0 ? 100_000 : 4000;

/** Older orders, made where they are kept: recording so many takes a minute. */
const FILL = `
for n = 1, tonumber(ARGV[1]) do
  local session = 'cs_test_older' .. n
  redis.call('HSET', 'order:dev:' .. session, 'product', 'bundle', 'amount', '1999', 'currency', 'usd',
    'created', n, 'payment:paid', 'webhook ' .. n)
  redis.call('ZADD', 'orders:dev', n, session)
end
return 1`;

const shop = await openTestShop();
const headers = await ownerHeaders(shop);

/** How many requests reach Redis while the owner's pages ask one question: outside-calls.ts says how many. */
const requestsOf = async (ask: () => Promise<Response>): Promise<number> => {
  const before = shop.callsTo('redis');
  const response = await ask();
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  return shop.callsTo('redis') - before;
};

const read = (path: string) => () => shop.call(`/api/admin/${path}`, { headers });
const send = (path: string, body: object) => () => shop.post(`/api/admin/${path}`, body, headers);

const countAll = async (recorded: number): Promise<Record<string, number>> => {
  const wanted = sessionFor(recorded - 1);
  const number = await orderNumber(wanted.id);
  const questions = {
    list: read('orders'),
    detail: read(`orders/${number}`),
    'find by number': send('find-order', { query: number }),
    'find by reference': send('find-order', { query: wanted.id.slice(-8) }),
    'find by session': send('find-order', { query: wanted.id }),
    block: send(`orders/${number}`, { access: 'blocked' }),
    'sales of today': read('sales?range=today'),
    'sales of 90 days': read('sales?range=90'),
    'sales of all time': read('sales?range=all'),
    reconciler: read('reconciler'),
  };
  const counts: Record<string, number> = {};
  for (const [name, ask] of Object.entries(questions)) counts[name] = await requestsOf(ask);
  return counts;
};

test(`every question costs as many requests among ${MANY} orders as among ${FEW}`, async () => {
  await keepAll(sessionsFrom(0, FEW));
  const few = await countAll(FEW);
  await keepAll(sessionsFrom(FEW, RECORDED - FEW));
  await shop.redis.eval(FILL, [], [MANY - RECORDED]);
  expect(await countAll(RECORDED)).toEqual(few);
  const { next, total } = await (await read('orders')()).json();
  expect(total).toBe(MANY);
  expect(await requestsOf(read(`orders?cursor=${next}`)), 'a later page').toBe(few['list']);
});
