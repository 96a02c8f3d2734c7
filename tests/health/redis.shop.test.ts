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

const look = async (answer: (request: Request) => Response | Promise<Response>) => {
  const { port, close } = await serveOnLoopback(answer, 0);
  onTestFinished(() => close());
  const checks = await redisChecks(`http://localhost:${port}`, TOKEN);
  return checks.map(({ state, says, next }) => `${state}: ${says} → ${next}`).join();
};

test(
  'a database that keeps nothing of the check is well; a token that may only read, and one that drops orders, are faults',
  needs('redis-server'),
  async () => {
    await engine.redis.call('ACL', 'SETUSER', 'reader', 'on', 'nopass', '~*', '+@read', '+ping');
    expect(await look(database)).toMatch(/^ok: /);
    expect(await engine.redis.keys('*')).toEqual([]);
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
