import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/request.ts';
import type { Check, Purchase, SettledPurchase } from './purchase.ts';
import { currentSessionId, namesSession } from './session-id.ts';

export type PurchaseView =
  /** The address has no session, or one that cannot be read. */
  | { step: 'no-session' | 'broken-link' }
  /** `after`: the step that the page showed before it checked again. */
  | { step: 'checking'; after: PurchaseView['step'] | null }
  /** `watching` is false once only the buyer can check again. */
  | { step: 'pending'; watching: boolean }
  /** The shop did not answer. */
  | { step: 'unverified' }
  | SettledPurchase;

/** A phone may switch networks just as its owner comes back from the bank. */
const TRIES_BEFORE_UNVERIFIED = 2;

const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** The wait before each further check of a payment, until it is time to stop. */
function* pollDelays(): Generator<number> {
  let delay = FIRST_MS;
  for (let waited = 0; waited < GIVE_UP_AFTER_MS; delay = Math.min(delay * GROWTH, LONGEST_MS)) {
    waited += delay;
    yield delay;
  }
}

type Watch = {
  check: () => Promise<Purchase>;
  /** Whether the page already says that the payment is pending. */
  isPending: boolean;
  show: (view: PurchaseView) => void;
  signal: AbortSignal;
};

/** Checks a purchase until the bank has answered, and shows each change. */
export async function watchPurchase({ check, isPending, show, signal }: Watch): Promise<void> {
  let failures = 0;
  for (const delay of pollDelays()) {
    const now = await check().catch((error: unknown) => ({
      step: 'unanswered' as const,
      retryAfterMs: error instanceof ApiError ? error.retryAfterMs : null,
    }));
    if (signal.aborted) return;
    let wait = delay;
    if (now.step === 'unanswered') {
      // A phone that loses its signal while the bank is busy keeps its pending order.
      if (now.retryAfterMs === null && !isPending) failures += 1;
      if (failures === TRIES_BEFORE_UNVERIFIED) return show({ step: 'unverified' });
      wait = Math.max(delay, now.retryAfterMs ?? 0);
    } else if (now.step === 'pending') {
      if (!isPending) show({ step: 'pending', watching: true });
      isPending = true;
    } else {
      return show(now);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted) return;
  }
  show(isPending ? { step: 'pending', watching: false } : { step: 'unverified' });
}

const neverChanges = () => () => {};

/** What the page shows while a purchase is checked again. */
function checkingAfter(before: PurchaseView): PurchaseView {
  if (before.step === 'pending') return { step: 'pending', watching: true };
  return before.step === 'checking' ? before : { step: 'checking', after: before.step };
}

const withoutSession = (): PurchaseView => ({
  step: namesSession() ? 'broken-link' : 'no-session',
});

/** The purchase that the page's address names. The built page has none, so the first check begins in the browser. */
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
  return { view, sessionId, checkAgain };
}
