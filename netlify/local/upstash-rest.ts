import { Hono, type HonoRequest } from 'hono';
import type { Redis } from 'ioredis';
import * as z from 'zod';

const commandSchema = z.tuple([z.string()]).rest(z.union([z.string(), z.number()]));
const commandsSchema = z.array(commandSchema).min(1);
type Command = z.infer<typeof commandSchema>;

type Reply = { result: unknown } | { error: string };

/**
 * ioredis returns a hash as an object, but Upstash returns a list: field, value, field, value ...
 * The in-process engine also returns numbers if a script stored them, but Redis returns strings.
 */
const hashToList = (value: unknown): unknown => {
  const isHash = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHash ? Object.entries(value).flat().map(String) : value;
};

/** If the client requests it, Upstash encodes every string except "OK", at any depth. */
const encodeBase64 = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(encodeBase64);
  if (typeof value !== 'string' || value === 'OK') return value;
  return Buffer.from(value).toString('base64');
};

/** ioredis has a method for each command. */
const runCommand = async (
  redis: Redis,
  [name, ...args]: Command,
  wantsBase64: boolean,
): Promise<Reply> => {
  const method: unknown = Reflect.get(redis, name.toLowerCase());
  if (typeof method !== 'function') return { error: `ERR unknown command '${name}'` };
  try {
    const value: unknown = await method.apply(redis, args);
    const result = hashToList(value);
    return { result: wantsBase64 ? encodeBase64(result) : result };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'ERR' };
  }
};

/** https://upstash.com/docs/redis/troubleshooting/max_request_size_exceeded */
const MAX_REQUEST_BYTES = 10_000_000;

/** Throws if the body is too large or not JSON. */
const readCommands = async (request: HonoRequest): Promise<unknown> => {
  const body = await request.text();
  if (Buffer.byteLength(body) > MAX_REQUEST_BYTES) throw new Error('max request size exceeded');
  return JSON.parse(body);
};

/**
 * Serves Upstash's REST protocol on top of a Redis connection: single commands and pipelines.
 * https://upstash.com/docs/redis/features/restapi
 */
export const createUpstashRest = (redis: Redis, token: string): Hono => {
  // Not an ioredis pipeline, because the in-process engine's pipelines do not support scripts.
  const runBatch = (request: HonoRequest, batch: readonly Command[]): Promise<Reply[]> => {
    const wantsBase64 = request.header('upstash-encoding') === 'base64';
    return Promise.all(batch.map((command) => runCommand(redis, command, wantsBase64)));
  };

  return new Hono()
    .use(async (context, next) => {
      if (context.req.header('authorization') === `Bearer ${token}`) return next();
      return context.json({ error: 'WRONGPASS invalid or missing auth token' }, 401);
    })
    .post('/pipeline', async (context) => {
      const commands = commandsSchema.parse(await readCommands(context.req));
      return context.json(await runBatch(context.req, commands));
    })
    .post('/', async (context) => {
      const commands = commandsSchema.parse([await readCommands(context.req)]);
      const [reply] = await runBatch(context.req, commands);
      if (!reply) throw new Error('no reply');
      return context.json(reply, 'error' in reply ? 400 : 200);
    })
    .onError((error, context) => context.json({ error: `ERR ${error.message}` }, 400));
};
