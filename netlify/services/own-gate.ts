import { createOwnCounter } from '../adapters/limits-memory.ts';
import type { Counter } from '../domain/limits.ts';
import { getEnv } from '../env.ts';
import { createGate } from '../http/gate.ts';
import { logError } from '../http/log.ts';
import { once } from './once.ts';
import { now, signingSecret } from './settings.ts';

export const openGate = (shared: Counter<Promise<number>> | null) =>
  createGate({
    shared,
    own: createOwnCounter(),
    now,
    onUnreachable: logError,
    secret: signingSecret(),
    factor: getEnv().RATE_LIMIT_FACTOR,
  });

const gate = once(() => openGate(null));

/** `admit` of gate.ts for a route that is counted by instance: it has no need of Redis. */
export const admit = (limited: 'products', request: Request): Promise<void> =>
  gate().admit(limited, request);
