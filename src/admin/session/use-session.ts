import { useEffect } from 'react';
import { findSession } from '../../api/session.ts';
import { ApiError } from '../../api/request.ts';
import { type OwnerSession, session, sessionBegan, sessionEnded } from './session.ts';
import { useStore } from '../../store/use-store.ts';

/** Timers do not run while a laptop sleeps, so the clock is looked at again when it wakes. */
const CLOCK_MS = 30_000;

export async function lookForSession(): Promise<void> {
  session.set({ step: 'checking' });
  try {
    sessionBegan((await findSession()).expiresAt);
  } catch (error) {
    const isOut = error instanceof ApiError && error.status === 401;
    session.set({ step: isOut ? 'out' : 'unreachable' });
  }
}

/** The owner's session: asked for once, and ended when its time is over. */
export function useSession(): OwnerSession {
  const current = useStore(session);
  useEffect(() => void lookForSession(), []);

  const expiresAt = current.step === 'in' ? current.expiresAt.getTime() : null;
  useEffect(() => {
    if (expiresAt === null) return;
    const look = () => Date.now() >= expiresAt && sessionEnded();
    const timer = setInterval(look, CLOCK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [expiresAt]);

  return current;
}
