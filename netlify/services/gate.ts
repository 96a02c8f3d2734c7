import { createOwnCounter } from '../adapters/limits-memory.ts';
import { createSharedCounter } from '../adapters/limits-redis.ts';
import type { Caller } from '../domain/lookup.ts';
import { deployContext, getEnv } from '../env.ts';
import { createGate } from '../http/gate.ts';
import type { LimitedRoute } from '../http/limits.ts';
import { logError } from '../http/log.ts';
import { once } from './once.ts';
import { redisClient } from './redis.ts';
import { now, signingSecret } from './settings.ts';

const gate = once(() =>
  createGate({
    shared: createSharedCounter({ ...redisClient(), context: deployContext() }),
    own: createOwnCounter(),
    now,
    onUnreachable: logError,
    secret: signingSecret(),
    factor: getEnv().RATE_LIMIT_FACTOR,
  }),
);

/** Counts a call of a route. Throws 429 where it is one too many. */
export const admit = (limited: LimitedRoute, request: Request): Promise<void> =>
  gate().admit(limited, request);

/** The same for a guess of the owner's password. Throws 503 where it cannot be counted. */
export const admitGuess = (request: Request, browser: string | null): Promise<void> =>
  gate().admitGuess(request, browser);

/** The same for a route that looks an order up, which may mean to ask Stripe. */
export const callerOf = (limited: LimitedRoute, request: Request): Caller =>
  gate().callerOf(limited, request);
