import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import { redisChecks } from '../../netlify/admin/health/redis-checks.ts';
import { startEngine } from '../../netlify/local/redis/engine.ts';
import { createRest } from '../../netlify/local/redis/rest.ts';
import { type Served, serveOnLoopback } from '../../netlify/local/serve.ts';
import { needs } from '../tools.ts';

const TOKEN = 'token-of-the-database';
const directory = mkdtempSync(path.join(tmpdir(), 'try-redis-'));
const engine = await startEngine(directory);
const served: Served[] = [];
const serve = async (handler: (request: Request) => Response | Promise<Response>) => {
  const server = await serveOnLoopback(handler, 0);
  served.push(server);
  return `http://localhost:${server.port}`;
};
const database = createRest(engine.redis, TOKEN);
const url = await serve((request) => database.fetch(request));

afterAll(async () => {
  for (const { close } of served) await close();
  await engine.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** What the doctor and the setup say of a database. */
const look = async (at: string, token: string) => {
  const checks = await redisChecks(createRedisClient({ url: at, token }), { isBeside: false });
  return checks.map(({ state, says }) => `${state}: ${says}`).join();
};

test('a database that can be written and read is well, and keeps nothing', async () => {
  expect(await look(url, TOKEN)).toMatch(/^ok: The shop can read and write/);
  expect(await engine.redis.keys('*')).toEqual([]);
});

test('a token of another database', async () => {
  expect(await look(url, `${TOKEN}x`)).toMatch(
    /^fault: .*doesn’t recognize UPSTASH_REDIS_REST_TOKEN/,
  );
});

test('a token that may only read', needs('redis-server'), async () => {
  await engine.redis.call('ACL', 'SETUSER', 'reader', 'on', 'nopass', '~*', '+@read', '+ping');
  const redis = engine.redis.duplicate({
    username: 'reader',
    password: 'any',
    enableReadyCheck: false,
  });
  onTestFinished(() => redis.disconnect());
  const rest = createRest(redis, TOKEN);
  const readOnly = await serve((request) => rest.fetch(request));
  expect(await look(readOnly, TOKEN)).toMatch(/^fault: The token is read-only/);
});

test('a database that drops orders when it is full', needs('redis-server'), async () => {
  await engine.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  expect(await look(url, TOKEN)).toMatch(/^fault: .*it deletes data \(allkeys-lru\)/);
  await engine.redis.config('SET', 'maxmemory-policy', 'noeviction');
});

test('an address where nothing answers', async () => {
  expect(await look('http://127.0.0.1:9', TOKEN)).toMatch(/^fault: It doesn’t respond/);
});

test.each<[string, () => Response]>([
  ['a page', () => new Response('<h1>Welcome</h1>')],
  ['a page that is not found', () => new Response('<h1>404</h1>', { status: 404 })],
  ['another API', () => Response.json({ error: { code: 'no_such' } }, { status: 404 })],
  ['an API that says yes to all', () => Response.json({ fine: true })],
])('%s is told from a database', async (_, answer) => {
  const elsewhere = await serve(answer);
  expect(await look(elsewhere, TOKEN)).toMatch(
    /^fault: (It doesn’t respond|This isn’t is no database)/,
  );
});
