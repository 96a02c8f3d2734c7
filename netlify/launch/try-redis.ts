import { randomUUID } from 'node:crypto';
import { createRedisClient, refusalOf } from '../clients/redis.ts';

/** What is wrong, and whether the token alone is to blame, or the address may be too. */
export type Trouble = { readonly says: string; readonly ofTokenAlone: boolean };

const troubleOf = (error: unknown, host: string): Trouble => {
  const refusal = refusalOf(error);
  if (refusal === 'read-only') {
    const says = 'This token may only read. Copy the one that is not read-only.';
    return { says, ofTokenAlone: true };
  }
  if (refusal === 'unknown') {
    const says = `The database at ${host} does not know this token. Copy both from the same database.`;
    return { says, ofTokenAlone: false };
  }
  const { name, message } = error instanceof Error ? error : new Error();
  const isSilent = name === 'TimeoutError' || message === 'fetch failed';
  const says = isSilent
    ? `Nothing answers at ${host}. Copy the REST url again, and see that this computer is online.`
    : `What answers at ${host} is no database of Upstash. Copy the REST url again.`;
  return { says, ofTokenAlone: false };
};

/** Writes, reads and deletes a key that nobody else has; null where all of that went well. */
export const tryRedis = async (url: string, token: string): Promise<Trouble | null> => {
  const { redis } = createRedisClient({ url, token });
  const key = `setup:${randomUUID()}`;
  try {
    await redis.ping();
    await redis.set(key, 'tried', { ex: 60 });
    await redis.get(key);
    await redis.del(key);
    return null;
  } catch (error) {
    return troubleOf(error, new URL(url).host);
  }
};
