import { createSharedCounter } from '../adapters/limits-redis.ts';
import type { Caller } from '../domain/lookup.ts';
import { deployContext } from '../env.ts';
import type { LimitedRoute } from '../http/limits.ts';
import { once } from './once.ts';
import { openGate } from './own-gate.ts';
import { redisClient } from './redis.ts';

const gate = once(() =>
  openGate(createSharedCounter({ ...redisClient(), context: deployContext() })),
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
