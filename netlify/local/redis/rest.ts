import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import type { Redis } from 'ioredis';
import * as z from 'zod';

const command = z.tuple([z.string()]).rest(z.union([z.string(), z.number()]));
const commands = z.array(command).min(1);
type Command = z.infer<typeof command>;

type Answer = { result: unknown } | { error: string };
type Outcome = [error: Error | null, value: unknown];

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
const call = async (redis: Redis, [name, ...args]: Command): Promise<Outcome> => {
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
