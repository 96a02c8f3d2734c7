import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { Redis } from 'ioredis';
import * as z from 'zod';

const command = z.tuple([z.string()]).rest(z.union([z.string(), z.number()]));
const commands = z.array(command).min(1);
type Command = z.infer<typeof command>;

type Answer = { result: unknown } | { error: string };

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

const answer = (wantsBase64: boolean, value: unknown): Answer => ({
  result: wantsBase64 ? encode(flat(value)) : flat(value),
});

type Outcome = [error: Error | null, value: unknown];

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
 * Upstash's REST protocol over a Redis connection, as far as the shop uses it: single commands, pipelines and
 * transactions (upstash.com/docs/redis/features/restapi).
 */
export const createRest = (redis: Redis, token: string): Hono => {
  const app = new Hono();
  app.use(bearerAuth({ token, invalidToken: { message: { error: 'Unauthorized' } } }));

  const run = async (batch: readonly Command[], atomic: boolean, wantsBase64: boolean) => {
    const list = batch.map(([name, ...args]): Command => [name.toLowerCase(), ...args]);
    const unknown = list.find(([name]) => !(String(name) in redis));
    if (unknown) return batch.map(() => ({ error: `ERR unknown command '${unknown[0]}'` }));
    const results = atomic
      ? await redis.multi(list).exec()
      : await Promise.all(list.map((one) => call(redis, one)));
    return (results ?? []).map(([error, value]) =>
      error ? { error: error.message } : answer(wantsBase64, value),
    );
  };

  const route = (path: string, schema: z.ZodType<Command[]>, atomic: boolean, single: boolean) =>
    app.post(path, async (c) => {
      const batch = schema.safeParse(await c.req.json().catch(() => null));
      if (!batch.success) return c.json({ error: 'ERR not a command' }, 400);
      const wantsBase64 = c.req.header('upstash-encoding') === 'base64';
      const answers = await run(batch.data, atomic, wantsBase64);
      if (!single) return c.json(answers);
      const [only = { error: 'ERR no answer' }] = answers;
      return c.json(only, 'error' in only ? 400 : 200);
    });

  route(
    '/',
    command.transform((one) => [one]),
    false,
    true,
  );
  route('/pipeline', commands, false, false);
  route('/multi-exec', commands, true, false);
  return app;
};
