import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from '@upstash/redis';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalService } from '../../netlify/local/service.ts';
import { startStores } from '../../netlify/local/stores.ts';

const PATH = process.env['PATH'] ?? '';
const hasServer = spawnSync('redis-server', ['--version']).status === 0;
if (!hasServer) console.log('Skipped: Redis on a redis-server, which this machine has not.');

let directory: string;
let stores: LocalService;

const start = () => startStores({ port: 0, directory, withRedis: true });

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'redis-test-'));
});
afterEach(async () => {
  await stores.close();
  await rm(directory, { recursive: true, force: true });
});
afterAll(() => {
  process.env['PATH'] = PATH;
});

const connect = () =>
  new Redis({
    url: stores.environment['UPSTASH_REDIS_REST_URL'] ?? '',
    token: stores.environment['UPSTASH_REDIS_REST_TOKEN'] ?? '',
    retry: false,
  });

describe.each([
  ['a redis-server', PATH, hasServer],
  ['the in-process engine', '', true],
])('Redis behind REST, on %s', (_name, searchPath, runs) => {
  beforeEach(async () => {
    process.env['PATH'] = searchPath;
    stores = await start();
    await connect().flushall();
  });

  test.runIf(runs)('runs commands, pipelines and transactions as Upstash does', async () => {
    const redis = connect();
    expect(await redis.hset('order:1', { name: 'Zoë “€”', empty: '' })).toBe(2);
    expect(await redis.hgetall('order:1')).toEqual({ name: 'Zoë “€”', empty: '' });
    expect(await redis.hgetall('order:2')).toBeNull();
    expect(await redis.set('a', 'b')).toBe('OK');
    expect(await redis.get('none')).toBeNull();
    expect(await redis.pipeline().incr('n').incr('n').exec()).toEqual([1, 2]);
    const scripted = redis.pipeline().eval("return redis.call('INCR', KEYS[1])", ['m'], []);
    expect(await scripted.hgetall('order:2').exec()).toEqual([1, null]);
    expect(await redis.multi().incr('n').keys('order:*').exec()).toEqual([3, ['order:1']]);
  });

  test.runIf(runs)('refuses what is no command, and says so', async () => {
    const url = stores.environment['UPSTASH_REDIS_REST_URL'] ?? '';
    const token = stores.environment['UPSTASH_REDIS_REST_TOKEN'] ?? '';
    const headers = { authorization: `Bearer ${token}` };
    for (const body of ['["NOSUCH"]', '[]', '{}', 'nonsense']) {
      const response = await fetch(url, { method: 'POST', body, headers });
      expect(response.status, body).toBe(400);
      expect(await response.json()).toEqual({ error: expect.stringMatching(/^ERR /) });
    }
  });

  test.runIf(runs)('answers nobody without its token', async () => {
    const url = stores.environment['UPSTASH_REDIS_REST_URL'] ?? '';
    for (const route of ['', '/pipeline', '/multi-exec']) {
      const body = JSON.stringify(route ? [['GET', 'a']] : ['GET', 'a']);
      const headers = { authorization: 'Bearer wrong' };
      expect((await fetch(url + route, { method: 'POST', body, headers })).status).toBe(401);
      expect((await fetch(url + route, { method: 'POST', body })).status).toBe(401);
    }
  });

  test.runIf(runs)('says whether its data outlives the process', async () => {
    await connect().set('kept', 'yes');
    const lasting = stores.notes.length === 0;
    expect(lasting).toBe(searchPath !== '');
    await stores.close();
    stores = await start();
    expect(await connect().get('kept')).toBe('yes');
  });
});
