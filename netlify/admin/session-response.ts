import type { SessionResponse } from '#contract/session.ts';
import type { Session } from './session.ts';

export const sessionResponse = ({ expiresAt }: Session): Response =>
  Response.json({
    expiresAt: new Date(expiresAt * 1000).toISOString(),
  } satisfies SessionResponse);
