import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { redisChecks } from '../../netlify/admin/health.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { serveOnLoopback } from '../../netlify/local/serve.ts';
import { needs } from '../tools.ts';

const TOKEN = 'token-of-the-database';
const directory = mkdtempSync(path.join(tmpdir(), 'try-redis-'));
const engine = await startEngine(directory);
afterAll(async () => {
  await engine.stop();
  rmSync(directory, { recursive: true, force: true });
});

const fetchFrom = (redis: typeof engine.redis) => (request: Request) =>
  createRest(redis, TOKEN).fetch(request);
const database = fetchFrom(engine.redis);

const look = async (answer: (request: Request) => Response | Promise<Response>, token = TOKEN) => {
  const { port, close } = await serveOnLoopback(answer, 0);
  onTestFinished(() => close());
  const checks = await redisChecks(`http://localhost:${port}`, token);
  return checks.map(({ state, says, next }) => `${state}: ${says} → ${next}`).join();
};

test('a database that can be written and read is well, and keeps nothing', async () => {
  expect(await look(database)).toMatch(/^ok: The shop can read and write/);
  expect(await engine.redis.keys('*')).toEqual([]);
});

test(
  'a token that may only read, and a full database that drops orders, are faults',
  needs('redis-server'),
  async () => {
    await engine.redis.call('ACL', 'SETUSER', 'reader', 'on', 'nopass', '~*', '+@read', '+ping');
    const reader = { username: 'reader', password: 'any', enableReadyCheck: false };
    const redis = engine.redis.duplicate(reader);
    onTestFinished(() => redis.disconnect());
    expect(await look(fetchFrom(redis))).toMatch(/^fault: The token is read-only.* → .*TOKEN to/);
    await engine.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await look(database)).toMatch(
      /^fault: .*it deletes data \(allkeys-lru\).* → .*Eviction/,
    );
  },
);

test('of a database that does not know the token the doctor says so, and shows no token', async () => {
  const says = await look(database, `${TOKEN}x`);
  expect(says).toMatch(/^fault: .*doesn’t recognize UPSTASH_REDIS_REST_TOKEN.* → Copy the URL and/);
  expect(says).not.toContain(TOKEN);
});
