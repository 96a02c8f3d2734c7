import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import type { Redis } from 'ioredis';
import * as z from 'zod';

const commandSchema = z.tuple([z.string()]).rest(z.union([z.string(), z.number()]));
const commandsSchema = z.array(commandSchema).min(1);
type Command = z.infer<typeof commandSchema>;

type Reply = { result: unknown } | { error: string };

/** ioredis returns a hash as an object, and Upstash as a list: field, value, field, value ... */
const hashToList = (value: unknown): unknown => {
  const isHash = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHash ? Object.entries(value).flat() : value;
};

/** If the client asks for it, Upstash encodes every string except OK, at any depth. */
const encodeBase64 = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(encodeBase64);
  if (typeof value !== 'string' || value === 'OK') return value;
  return Buffer.from(value).toString('base64');
};

const unknownCommand = (name: string): Reply => ({
  error: `ERR unknown command '${name.toLowerCase()}'`,
});

/** ioredis has a method for each command. */
const runCommand = async (
  redis: Redis,
  [name, ...args]: Command,
  wantsBase64: boolean,
): Promise<Reply> => {
  const method: unknown = Reflect.get(redis, name.toLowerCase());
  if (typeof method !== 'function') return unknownCommand(name);
  try {
    const value: unknown = await method.apply(redis, args);
    const result = hashToList(value);
    return { result: wantsBase64 ? encodeBase64(result) : result };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'ERR' };
  }
};

/**
 * Upstash's REST protocol over a Redis connection: single commands and pipelines.
 * https://upstash.com/docs/redis/features/restapi
 */
export const createUpstashRest = (redis: Redis, token: string): Hono => {
  const runBatch = async ({ req }: Context, batch: readonly Command[]): Promise<Reply[]> => {
    const unknown = batch.find(([name]) => !(name.toLowerCase() in redis));
    if (unknown) return batch.map(() => unknownCommand(unknown[0]));
    const wantsBase64 = req.header('upstash-encoding') === 'base64';
    // Not a pipeline of ioredis, since those of the in-process engine do not support scripts.
    return Promise.all(batch.map((command) => runCommand(redis, command, wantsBase64)));
  };

  return new Hono()
    .use(bearerAuth({ token, invalidToken: { message: { error: 'Unauthorized' } } }))
    .post('/pipeline', async (context) => {
      const commands = commandsSchema.parse(await context.req.json());
      return context.json(await runBatch(context, commands));
    })
    .post('/', async (context) => {
      const commands = commandsSchema.parse([await context.req.json()]);
      const [reply] = await runBatch(context, commands);
      if (!reply) throw new Error('no answer');
      return context.json(reply, 'error' in reply ? 400 : 200);
    })
    .onError((error, context) =>
      error instanceof HTTPException
        ? error.getResponse()
        : context.json({ error: `ERR ${error.message}` }, 400),
    );
};
