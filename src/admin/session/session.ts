import { useEffect } from 'react';
import { ApiError } from '../../api/request.ts';
import { findSession } from '../../api/session.ts';
import { createStore, useStore } from '../store.ts';

/** Timers do not run while a laptop sleeps, so the clock is asked again when it wakes. */
const CLOCK_MS = 30_000;

/** 'ended': it ran out, or was ended elsewhere, while the owner was at work. */
type OwnerSession =
  { step: 'checking' | 'out' | 'ended' | 'unreachable' } | { step: 'in'; expiresAt: Date };

const session = createStore<OwnerSession>({ step: 'checking' });

export function sessionBegan(expiresAt: string): void {
  session.set({ step: 'in', expiresAt: new Date(expiresAt) });
}

/** The login is shown over what the owner was doing, and nothing of that is lost. */
export function sessionEnded(): void {
  if (session.get().step === 'in') session.set({ step: 'ended' });
}

/** Whether the shop did not answer because there is no session. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

export async function checkSession(): Promise<void> {
  session.set({ step: 'checking' });
  try {
    sessionBegan((await findSession()).expiresAt);
  } catch (error) {
    session.set({ step: isLoggedOut(error) ? 'out' : 'unreachable' });
  }
}

/** Settles at once with a session, else when the owner has logged in again. */
export function whenLoggedIn(): Promise<void> {
  return new Promise((resolve) => {
    const isIn = () => session.get().step === 'in';
    if (isIn()) return resolve();
    const stop = session.subscribe(() => {
      if (!isIn()) return;
      stop();
      resolve();
    });
  });
}

/** Makes a call as the owner. Where the session has ended, it waits for the next and then goes on. */
export async function asOwner<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await whenLoggedIn();
    try {
      return await call();
    } catch (error) {
      if (!isLoggedOut(error)) throw error;
      sessionEnded();
    }
  }
}

/** The owner's session: asked for once, and ended when its time is over. */
export function useSession(): OwnerSession {
  const current = useStore(session);
  useEffect(() => void checkSession(), []);

  const expiresAt = current.step === 'in' ? current.expiresAt.getTime() : null;
  useEffect(() => {
    if (expiresAt === null) return;
    const check = () => Date.now() >= expiresAt && sessionEnded();
    const timer = setInterval(check, CLOCK_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [expiresAt]);

  return current;
}
