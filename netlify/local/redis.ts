import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { Redis } from 'ioredis';
import * as z from 'zod';

export type Engine = {
  readonly redis: Redis;
  /** false if the data is lost with the process. */
  readonly lasting: boolean;
  readonly stop: () => Promise<void>;
};

const hasRedisServer = (): boolean =>
  spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

const SOCKET = 'redis.sock';

/**
 * Stops the server however this process ends. The shell reads from a pipe that this process holds open, and stops the
 * server when the pipe closes.
 */
const TIED_TO_PARENT = 'redis-server "$@" & server=$!; read -r _; kill $server; wait $server';

const startServer = async (directory: string): Promise<Engine> => {
  mkdirSync(directory, { recursive: true });
  const files = `--dir . --appendonly yes --appendfsync always --unixsocket ${SOCKET} --port 0`;
  const settings = [...files.split(' '), '--save', ''];
  const shell = spawn('sh', ['-c', TIED_TO_PARENT, 'redis', ...settings], {
    cwd: directory,
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C reaches the whole process group, and the server must outlive the last request.
    detached: true,
  });
  // Relative, since a socket's path is limited to 107 bytes and the project may be nested deep.
  const socket = path.relative(process.cwd(), path.join(directory, SOCKET));
  const redis = new Redis({ path: socket, retryStrategy: () => 50, maxRetriesPerRequest: 100 });
  redis.on('error', () => undefined); // connections are refused until the server has read its file
  await redis.ping();
  const stop = async () => {
    redis.disconnect();
    const ended = new Promise((resolve) => shell.once('exit', resolve));
    shell.stdin.end();
    await ended;
  };
  return { redis, lasting: true, stop };
};

/** Starts a redis-server with its data in `directory`, or an engine in this process if none is installed. */
export const startEngine = async (directory: string): Promise<Engine> => {
  if (hasRedisServer()) return startServer(directory);
  const { default: RedisMock } = await import('ioredis-mock');
  const redis = new RedisMock();
  return { redis, lasting: false, stop: () => Promise.resolve(redis.disconnect()) };
};

const command = z.tuple([z.string()]).rest(z.union([z.string(), z.number()]));
const commands = z.array(command).min(1);
type Command = z.infer<typeof command>;

type Answer = { result: unknown } | { error: string };
type CommandResult = [error: Error | null, value: unknown];

/** ioredis returns hashes as objects. Upstash sends them as a list: field, value, field, value ... */
const flat = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flat()
    : value;

/** When the client asks for it, Upstash encodes every string except OK, at any depth. */
const encode = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value === 'OK' ? value : Buffer.from(value).toString('base64');
  return Array.isArray(value) ? value.map(encode) : value;
};

/** Calls the method of the command, since pipelines of the in-process engine do not support scripts. */
const call = async (redis: Redis, [name, ...args]: Command): Promise<CommandResult> => {
  const method: unknown = Reflect.get(redis, name);
  try {
    return [null, typeof method === 'function' && (await method.apply(redis, args))];
  } catch (error) {
    return [error instanceof Error ? error : new Error('ERR'), null];
  }
};

/**
 * Upstash's REST protocol over a Redis connection, as far as the shop uses it: single commands and pipelines
 * (upstash.com/docs/redis/features/restapi).
 */
export const createRest = (redis: Redis, token: string): Hono => {
  const run = async ({ req }: Context, given: unknown[]): Promise<Answer[]> => {
    const batch = commands.parse(given);
    const list = batch.map(([name, ...args]): Command => [name.toLowerCase(), ...args]);
    const unknown = list.find(([name]) => !(name in redis));
    if (unknown) return batch.map(() => ({ error: `ERR unknown command '${unknown[0]}'` }));
    const outcomes = await Promise.all(list.map((one) => call(redis, one)));
    const wantsBase64 = req.header('upstash-encoding') === 'base64';
    return outcomes.map(([error, value]) => {
      if (error) return { error: error.message };
      return { result: wantsBase64 ? encode(flat(value)) : flat(value) };
    });
  };
  return new Hono()
    .use(bearerAuth({ token, invalidToken: { message: { error: 'Unauthorized' } } }))
    .post('/pipeline', async (c) => c.json(await run(c, await c.req.json())))
    .post('/', async (c) => {
      const [answer = { error: 'ERR no answer' }] = await run(c, [await c.req.json()]);
      return c.json(answer, 'error' in answer ? 400 : 200);
    })
    .onError((error, c) =>
      error instanceof HTTPException
        ? error.getResponse()
        : c.json({ error: `ERR ${error.message}` }, 400),
    );
};
