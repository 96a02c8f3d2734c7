import { now } from '../platform/clock.ts';
import { clientIdOf } from './client-id.ts';
import { LIMITS, refuseOverLimit } from './limits.ts';

const callsOfClient = new Map<string, number>();
let currentWindow = 0;

/** Counts calls in memory, so that a flood causes no calls to other services. Throws 429. */
export const limitFlood = (request: Request): void => {
  const at = now();
  const client = clientIdOf(request);
  const limit = LIMITS.flood[0];
  const window = Math.floor(at / limit.windowInSeconds);
  if (window !== currentWindow) callsOfClient.clear();
  currentWindow = window;
  const calls = (callsOfClient.get(client) ?? 0) + 1;
  callsOfClient.set(client, calls);
  if (calls > limit.most) refuseOverLimit('flood', limit, at);
};
