import { Redis } from '@upstash/redis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENGINES, openStores } from '../shop/engines.ts';

let stores: Awaited<ReturnType<typeof openStores>>;
afterEach(() => stores.close());

const connect = () => new Redis({ ...stores.address(), retry: false });

describe.each(ENGINES)('Redis behind REST, on %s', (_name, searchPath) => {
  beforeEach(async () => {
    stores = await openStores(searchPath);
    await connect().flushall();
  });

  test('runs commands, scripts and transactions as Upstash does', async () => {
    const redis = connect();
    expect(await redis.hset('order:1', { name: 'Zoë “€”', empty: '' })).toBe(2);
    expect(await redis.hgetall('order:1')).toEqual({ name: 'Zoë “€”', empty: '' });
    expect(await redis.set('a', 'b')).toBe('OK');
    const scripted = redis.pipeline().eval("return redis.call('INCR', KEYS[1])", ['m'], []);
    expect(await scripted.hgetall('order:2').exec()).toEqual([1, null]);
    expect(await redis.multi().incr('m').keys('order:*').exec()).toEqual([2, ['order:1']]);
  });

  test('refuses what is no command, and whoever has not its token', async () => {
    const { url, token } = stores.address();
    const ask = (body: string, authorization: string | null, route = '') =>
      fetch(url + route, { method: 'POST', body, headers: authorization ? { authorization } : {} });
    for (const body of ['["NOSUCH"]', '[]', '{}', 'nonsense']) {
      const response = await ask(body, `Bearer ${token}`);
      expect(response.status, body).toBe(400);
      expect(await response.json()).toEqual({ error: expect.stringMatching(/^ERR /) });
    }
    for (const route of ['', '/pipeline', '/multi-exec']) {
      const body = route ? '[["GET","a"]]' : '["GET","a"]';
      for (const given of ['Bearer wrong', null]) {
        expect((await ask(body, given, route)).status).toBe(401);
      }
    }
  });

  test('says whether its data outlives the process', async () => {
    await connect().set('kept', 'yes');
    const lasting = stores.notes().length === 0;
    expect(lasting).toBe(searchPath !== '');
    await stores.restart();
    expect(await connect().get('kept')).toBe('yes');
  });
});
