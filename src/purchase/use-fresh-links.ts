import { useEffect } from 'react';
import type { Access } from './download.ts';
import { downloads } from './downloads.ts';

// Half of a ticket's ten minutes, so that a link on the page is always good for some minutes.
const REFRESH_EVERY_MS = 5 * 60_000;

/** Keeps the plain links valid while the page is open, and when the buyer comes back to it. */
export function useFreshLinks(access: Access): void {
  useEffect(() => {
    const refresh = () => void downloads.refreshLinks(access);
    const onReturn = () => document.visibilityState === 'visible' && refresh();
    const onRestore = (event: PageTransitionEvent) => event.persisted && refresh();

    refresh();
    const timer = setInterval(refresh, REFRESH_EVERY_MS);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('pageshow', onRestore);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('pageshow', onRestore);
    };
  }, [access]);
}
