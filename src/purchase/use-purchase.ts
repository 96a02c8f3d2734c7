import { useEffect, useRef, useState } from 'react';
import type { Check } from './purchase.ts';
import { currentSessionId, namesSession } from './session-id.ts';
import { type PurchaseView, watchPurchase } from './watch.ts';

/** What the page shows while a purchase is checked again. */
function checkingAfter(before: PurchaseView): PurchaseView {
  if (before.step === 'pending') return { step: 'pending', watching: true };
  return before.step === 'checking' ? before : { step: 'checking', after: before.step };
}

/** The purchase of the page's address, from the first check on. The built page shows the first view. */
export function usePurchase(check: Check) {
  const [view, show] = useState<PurchaseView>({ step: 'checking', after: 'start' });
  const [sessionId, setSessionId] = useState<string | null>(null);
  const watch = useRef<AbortController>(null);

  function checkAgain(): void {
    watch.current?.abort();
    const session = currentSessionId();
    setSessionId(session);
    if (session === null) return show({ step: namesSession() ? 'broken-link' : 'no-session' });
    watch.current = new AbortController();
    show(checkingAfter);
    void watchPurchase({
      check: () => check(session),
      isPending: view.step === 'pending',
      show,
      signal: watch.current.signal,
    });
  }

  useEffect(() => {
    checkAgain();
    return () => watch.current?.abort();
    // Once, when the page is there.
  }, []);

  return { view, sessionId, show, checkAgain };
}
