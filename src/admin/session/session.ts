import { useEffect } from 'react';
import { ApiError } from '../../api/request.ts';
import { findSession } from '../../api/session.ts';
import { createStore, useStore } from '../store.ts';

/** Timers stop while a laptop sleeps, so the expiry is compared with the clock at this interval. */
const CLOCK_MS = 30_000;

/** 'ended': the session expired or was ended elsewhere while the owner was working. */
type OwnerSession =
  { step: 'checking' | 'out' | 'ended' | 'unreachable' } | { step: 'in'; expiresAt: Date };

const session = createStore<OwnerSession>({ step: 'checking' });

export function startSession(expiresAt: string): void {
  session.set({ step: 'in', expiresAt: new Date(expiresAt) });
}

/** Shows the login over the page, which keeps the owner's unsaved input. */
function endSession(): void {
  if (session.get().step === 'in') session.set({ step: 'ended' });
}

/** Whether a call failed because there is no session. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

export async function checkSession(): Promise<void> {
  session.set({ step: 'checking' });
  try {
    startSession((await findSession()).expiresAt);
  } catch (error) {
    session.set({ step: isLoggedOut(error) ? 'out' : 'unreachable' });
  }
}

/** Resolves immediately if there is a session, otherwise after the next login. */
function whenLoggedIn(): Promise<void> {
  return new Promise((resolve) => {
    const isIn = () => session.get().step === 'in';
    if (isIn()) return resolve();
    const unsubscribe = session.subscribe(() => {
      if (!isIn()) return;
      unsubscribe();
      resolve();
    });
  });
}

/** Makes a call as the owner. If the session has ended, waits for the next login and makes it again. */
export async function asOwner<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await whenLoggedIn();
    try {
      return await call();
    } catch (error) {
      if (!isLoggedOut(error)) throw error;
      endSession();
    }
  }
}

/** The owner's session. Checks it on mount, and ends it when it expires. */
export function useSession(): OwnerSession {
  const current = useStore(session);
  useEffect(() => void checkSession(), []);

  const expiresAt = current.step === 'in' ? current.expiresAt.getTime() : null;
  useEffect(() => {
    if (expiresAt === null) return;
    const check = () => Date.now() >= expiresAt && endSession();
    const timer = setInterval(check, CLOCK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [expiresAt]);

  return current;
}
