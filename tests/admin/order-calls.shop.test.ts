import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { ownerClient } from '../shop/owner.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const FEW = 10;
/** Recorded as the shop does it, with names and sums. */
const RECORDED = 1000;
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
const owner = await ownerClient(shop);

const read = (path: string) => () => owner.call(`/api/admin/${path}`);
const send = (path: string, body: object) => () => owner.post(`/api/admin/${path}`, body);

/** How many requests reach Redis for each question of the owner's pages. tests/http/outside-calls.ts says how many. */
const countAll = async (recorded: number): Promise<Record<string, number>> => {
  const { id } = sessionFor(recorded - 1);
  const number = await orderNumber(id);
  const questions = {
    list: read('orders'),
    detail: read(`orders/${number}`),
    'find by number': send('find-order', { query: number }),
    'find by reference': send('find-order', { query: id.slice(-8) }),
    'find by session': send('find-order', { query: id }),
    block: send(`orders/${number}`, { access: 'blocked' }),
    'sales of 90 days': read('sales?range=90'),
    'sales of all time': read('sales?range=all'),
    reconciler: read('reconciler'),
  };
  const counts: Record<string, number> = {};
  for (const [name, ask] of Object.entries(questions)) {
    const before = shop.callsTo('redis');
    expect((await ask()).status).toBe(200);
    counts[name] = shop.callsTo('redis') - before;
  }
  return counts;
};

test(`every question costs as many requests among ${MANY} orders as among ${FEW}`, async () => {
  await keepAll(sessionsFrom(0, FEW));
  const few = await countAll(FEW);
  await keepAll(sessionsFrom(FEW, RECORDED - FEW));
  await shop.redis.eval(FILL, [], [MANY - RECORDED]);
  expect(await countAll(RECORDED)).toEqual(few);
  const { total } = await (await read('orders')()).json();
  expect(total).toBe(MANY);
});
