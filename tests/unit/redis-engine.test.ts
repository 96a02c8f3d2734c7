import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startRedisEngine } from '../../netlify/local/redis-engine.ts';
import { createUpstashRest } from '../../netlify/local/upstash-rest.ts';
import { needs } from '../tools.ts';

const TOKEN = 'token';

type Command = readonly (string | number)[];

const CASES: readonly { name: string; commands: readonly Command[] }[] = [
  {
    name: 'a number that a script stores in a hash',
    commands: [
      ['EVAL', "return redis.call('HSET', KEYS[1], 'buyers', 3)", 1, 'hash'],
      ['HGETALL', 'hash'],
    ],
  },
  {
    name: 'lowercase options',
    commands: [
      ['ZADD', 'jobs', 1, 'first'],
      ['ZADD', 'jobs', 'nx', 2, 'first'],
      ['ZADD', 'jobs', 'xx', 3, 'first'],
      ['ZADD', 'jobs', 'xx', 4, 'second'],
      ['ZRANGE', 'jobs', 0, -1, 'WITHSCORES'],
    ],
  },
  {
    name: 'a set that has lost its last member',
    commands: [
      ['ZADD', 'orders', 1, 'only'],
      ['ZREM', 'orders', 'only'],
      ['ZCARD', 'orders'],
    ],
  },
  {
    name: 'a range of scores that excludes its end',
    commands: [
      ['ZADD', 'buyers', 1, 'early', 5, 'late'],
      ['EVAL', "return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(5')", 1, 'buyers'],
    ],
  },
];

describe('the in-process Redis engine', needs('redis-server'), async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'redis-engine-'));
  const server = await startRedisEngine(directory);
  vi.stubEnv('PATH', '');
  const inProcess = await startRedisEngine('');
  vi.unstubAllEnvs();
  afterAll(async () => {
    await server.stop();
    await inProcess.stop();
    await rm(directory, { recursive: true });
  });

  const ask = async (engine: typeof server, commands: readonly Command[]): Promise<unknown> => {
    const response = await createUpstashRest(engine.redis, TOKEN).request('/pipeline', {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(commands),
    });
    return response.json();
  };

  test.each(CASES)('handles $name in the same way as redis-server', async ({ commands }) => {
    const expected = await ask(server, commands);
    expect(JSON.stringify(expected)).not.toContain('error');
    expect(await ask(inProcess, commands)).toEqual(expected);
  });
});
