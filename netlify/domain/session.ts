import { z } from 'zod';
import { seal, unseal } from './seal.ts';

export const SESSION_LIFETIME_IN_SECONDS = 8 * 3600;

/** What the owner's session is sealed with: changing either ends every session there is. */
export type DoorKey = { readonly signingSecret: string; readonly password: string };

const keyOf = ({ signingSecret, password }: DoorKey): string => `${signingSecret}:${password}`;

const PURPOSE = 'owner-session';
const sessionSchema = z.object({ expiresAt: z.number().int() });

export type Session = {
  /** Unix time in seconds. */
  readonly expiresAt: number;
};

export const sealSession = (session: Session, key: DoorKey): Promise<string> =>
  seal(PURPOSE, session, keyOf(key));

/** null for a session that has ended, or that was not sealed with this key. */
export const openSession = async (
  sealed: string,
  key: DoorKey,
  now: number,
): Promise<Session | null> => {
  const session = await unseal(PURPOSE, sessionSchema, sealed, keyOf(key));
  return session !== null && session.expiresAt > now ? session : null;
};
