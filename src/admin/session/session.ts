import { ApiError } from '../../api/request.ts';
import { createStore } from '../../store/store.ts';

/** 'ended': it ran out, or was ended elsewhere, while the owner was at work. */
export type OwnerSession =
  { step: 'checking' | 'out' | 'ended' | 'unreachable' } | { step: 'in'; expiresAt: Date };

export const session = createStore<OwnerSession>({ step: 'checking' });

export function sessionBegan(expiresAt: string): void {
  session.set({ step: 'in', expiresAt: new Date(expiresAt) });
}

/** The login is shown over what the owner was doing, and nothing of that is lost. */
export function sessionEnded(): void {
  if (session.get().step === 'in') session.set({ step: 'ended' });
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
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      sessionEnded();
    }
  }
}
