import * as z from 'zod/mini';
import { seal, unseal } from '../seal.ts';

export const SESSION_LIFETIME_IN_SECONDS = 8 * 3600;

/** Seals sessions. Changing either part ends every session. */
export type SessionKey = { readonly signingSecret: string; readonly password: string };

const keyOf = ({ signingSecret, password }: SessionKey): string => `${signingSecret}:${password}`;

const SESSION = 'owner-session';
const sessionSchema = z.object({ expiresAt: z.int() });

export type Session = {
  /** Unix time in seconds. */
  readonly expiresAt: number;
};

export const sealSession = (session: Session, key: SessionKey): Promise<string> =>
  seal(SESSION, session, keyOf(key));

/** null for a session that has ended, or was sealed with another key. */
export const openSession = async (
  sealed: string,
  key: SessionKey,
  now: number,
): Promise<Session | null> => {
  const session = await unseal(SESSION, sessionSchema, sealed, keyOf(key));
  return session !== null && session.expiresAt > now ? session : null;
};
