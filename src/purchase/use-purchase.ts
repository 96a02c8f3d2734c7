import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Check } from './purchase.ts';
import { currentSessionId, namesSession } from './session-id.ts';
import { type PurchaseView, watchPurchase } from './watch.ts';

const neverChanges = () => () => {};

/** What the page shows while a purchase is checked again. */
function checkingAfter(before: PurchaseView): PurchaseView {
  if (before.step === 'pending') return { step: 'pending', watching: true };
  return before.step === 'checking' ? before : { step: 'checking', after: before.step };
}

const withoutSession = (): PurchaseView => ({
  step: namesSession() ? 'broken-link' : 'no-session',
});

/** The purchase of the page's address, from the first check on; the built page knows of none. */
export function usePurchase(check: Check) {
  const sessionId = useSyncExternalStore(neverChanges, currentSessionId, () => undefined);
  const [known, show] = useState<PurchaseView>({ step: 'checking', after: null });
  const watch = useRef<AbortController>(null);

  function start(session: string): void {
    watch.current?.abort();
    watch.current = new AbortController();
    const { signal } = watch.current;
    const isPending = known.step === 'pending';
    void watchPurchase({ check: () => check(session), isPending, show, signal });
  }

  function checkAgain(): void {
    show(checkingAfter);
    if (sessionId) start(sessionId);
  }

  const startFirst = useEffectEvent(start);
  useEffect(() => {
    if (sessionId) startFirst(sessionId);
  }, [sessionId]);

  const view = sessionId === null ? withoutSession() : known;
  return { view, sessionId, show, checkAgain };
}
