import type { SessionResponse } from '#contract/door.ts';
import type { Session } from '../domain/session.ts';

export const sessionResponse = ({ expiresAt }: Session): Response =>
  Response.json({
    expiresAt: new Date(expiresAt * 1000).toISOString(),
  } satisfies SessionResponse);
