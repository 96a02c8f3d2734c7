import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import type { Redis } from 'ioredis';
import { z } from 'zod';

const command = z.tuple([z.string()]).rest(z.union([z.string(), z.number()]));
const commands = z.array(command).min(1);
type Command = z.infer<typeof command>;

type Answer = { result: unknown } | { error: string };

/** Upstash encodes strings, at any depth, when the client asks for it; OK stays as it is. */
const encode = (value: unknown): unknown => {
  if (typeof value === 'string') return value === 'OK' ? value : Buffer.from(value).toString('base64');
  return Array.isArray(value) ? value.map(encode) : value;
};

const answer = (wantsBase64: boolean, result: unknown): Answer => ({
  result: wantsBase64 ? encode(result) : result,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'ERR');

/**
 * Upstash's REST protocol over a Redis connection: single commands, pipelines and transactions
 * (upstash.com/docs/redis/features/restapi). Nothing there is that the shop does not use.
 */
export const createRest = (redis: Redis, token: string): Hono => {
  const app = new Hono();
  app.use(bearerAuth({ token }));

  const run = ([name, ...args]: Command): Promise<unknown> => redis.call(name, args);
  app.post('/', async (c) => {
    const body = command.safeParse(await c.req.json());
    if (!body.success) return c.json({ error: 'ERR not a command' }, 400);
    const wantsBase64 = c.req.header('upstash-encoding') === 'base64';
    return run(body.data).then(
      (result) => c.json(answer(wantsBase64, result)),
      (error: unknown) => c.json({ error: messageOf(error) }, 400),
    );
  });

  for (const [path, atomic] of [
    ['/pipeline', false],
    ['/multi-exec', true],
  ] as const) {
    app.post(path, async (c) => {
      const body = commands.safeParse(await c.req.json());
      if (!body.success) return c.json({ error: 'ERR not a list of commands' }, 400);
      const wantsBase64 = c.req.header('upstash-encoding') === 'base64';
      const batch = atomic ? redis.multi() : redis.pipeline();
      for (const [name, ...args] of body.data) batch.call(name, ...args);
      const results = (await batch.exec()) ?? [];
      return c.json(
        results.map(([error, result]) =>
          error ? { error: messageOf(error) } : answer(wantsBase64, result),
        ),
      );
    });
  }
  return app;
};
