import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/request.ts';
import type { Purchase } from './purchase.ts';
import { createPurchaseWatch, type PurchaseView } from './purchase-watch.ts';
import { currentSessionId } from './session-id.ts';
import { useStore } from '../store/use-store.ts';

type PurchaseOfPage = {
  /** Undefined until the page's address has been read; null when the page is of no session. */
  sessionId: string | null | undefined;
  view: PurchaseView;
  checkAgain: () => void;
};

// The session of a page does not change while it is open; the server knows none.
const neverChanges = () => () => {};
const onServer = () => undefined;

const waitAskedBy = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : null);

/** Watches the purchase that the page was opened for. `check` must not change between renders. */
export function usePurchase(check: (sessionId: string) => Promise<Purchase>): PurchaseOfPage {
  const sessionId = useSyncExternalStore(neverChanges, currentSessionId, onServer);
  const [watch] = useState(() => createPurchaseWatch({ waitAskedBy }));
  const view = useStore(watch.view);

  useEffect(() => {
    if (sessionId) void watch.start(() => check(sessionId));
    return watch.stop;
  }, [watch, check, sessionId]);

  return {
    sessionId,
    view,
    checkAgain: () => void (sessionId && watch.start(() => check(sessionId))),
  };
}
