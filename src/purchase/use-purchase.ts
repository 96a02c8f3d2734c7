import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentSessionId, sessionIdParam } from './session-id.ts';
import type { CheckPurchase } from './verify-purchase.ts';
import { type PurchaseView, watchPurchase } from './watch-purchase.ts';

const neverChanges = () => () => {};

/** Watches the purchase whose session id is in the URL. During prerendering, there is no URL. */
export function usePurchase(check: CheckPurchase) {
  const sessionId = useSyncExternalStore(neverChanges, currentSessionId, () => undefined);
  const [checkedView, show] = useState<PurchaseView>({ step: 'checking' });

  useEffect(() => {
    if (!sessionId) return undefined;
    const watch = new AbortController();
    void watchPurchase(() => check(sessionId), show, watch.signal);
    return () => watch.abort();
  }, [sessionId, check]);

  if (sessionId !== null) return { view: checkedView, sessionId };
  const view: PurchaseView = { step: sessionIdParam() === null ? 'no-session' : 'broken-link' };
  return { view, sessionId };
}
