import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/request.ts';
import {
  NO_PURCHASE,
  NO_SESSION,
  type OrderWords,
  READY,
  type Sentences,
  UNVERIFIED,
  textOf,
} from '../contract/orders.ts';
import { type Check, type Purchase, currentSessionId, namesSession } from './purchase.ts';

/** The shop's answer, or the reason why there is none yet. */
export type PurchaseView =
  | { readonly step: 'no-session' | 'broken-link' | 'checking' | 'unverified' }
  | Purchase;

/** The next step from a state. An empty `href` reloads the page. */
type NextStep = { readonly label: string; readonly href: string };

export type State = Sentences & { readonly heading: string; readonly next?: NextStep };

export type States = Readonly<Record<PurchaseView['step'], State>>;

/** The specification's heading of a verified payment. */
const SUCCESS = 'Payment Successful!';

/** The words and the next step of each state on a page after the payment: those of content/orders.md or the specification. */
export function statesOf(
  page: 'payment-success' | 'guide-download',
  words: OrderWords,
  supportEmail: string,
): States {
  const isDownload = page === 'guide-download';
  const find = { label: 'Find my purchase', href: '/find-purchase' };
  const check = { label: 'Check again', href: '' };
  const write = { label: 'Write to us', href: `mailto:${supportEmail}` };
  return {
    'no-session': { ...NO_SESSION, next: find },
    'broken-link': { ...words.brokenLink, next: find },
    checking: isDownload
      ? { heading: 'Your download', text: 'Verifying your purchase...' }
      : { heading: SUCCESS, text: 'Confirming your order...' },
    paid: isDownload ? { ...words.ready, heading: READY } : words.paid,
    pending: { ...words.pending, next: check },
    failed: { ...words.failed, next: { label: 'Back to the guides', href: '/#guides' } },
    refunded: { ...words.refunded, next: write },
    disputed: { ...words.disputed, next: write },
    blocked: { ...words.blocked, next: write },
    none: isDownload ? { ...NO_PURCHASE, next: find } : { ...words.notSeen, next: check },
    // A payment that cannot be verified may have succeeded all the same.
    unverified: isDownload
      ? { ...UNVERIFIED, next: check }
      : { ...words.notSeen, heading: SUCCESS, next: check },
  };
}

/** The sentences of the state that a purchase is in. */
export const textFor = (states: States, view: PurchaseView): string =>
  textOf(states[view.step], 'hasEmail' in view ? view.hasEmail : undefined);

/** A phone may switch networks just as its owner comes back from the bank. */
const TRIES_BEFORE_UNVERIFIED = 2;

const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Checks a purchase until the bank has answered, for at most ten minutes, and shows each change. */
export async function watchPurchase(
  check: () => Promise<Purchase>,
  show: (view: PurchaseView) => void,
  signal: AbortSignal,
): Promise<void> {
  let isPending = false;
  let failures = 0;
  let delay = FIRST_MS;
  for (let waited = 0; waited < GIVE_UP_AFTER_MS; waited += delay) {
    if (waited > 0) delay = Math.min(delay * GROWTH, LONGEST_MS);
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
    } else {
      if (now.step !== 'pending' || !isPending) show(now);
      if (now.step !== 'pending') return;
      isPending = true;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted) return;
  }
  if (!isPending) show({ step: 'unverified' });
}

const neverChanges = () => () => {};

/** The purchase that the page's address names. The built page has none, so the first check begins in the browser. */
export function usePurchase(check: Check) {
  const sessionId = useSyncExternalStore(neverChanges, currentSessionId, () => undefined);
  const [known, show] = useState<PurchaseView>({ step: 'checking' });

  useEffect(() => {
    if (!sessionId) return undefined;
    const watch = new AbortController();
    void watchPurchase(() => check(sessionId), show, watch.signal);
    return () => watch.abort();
  }, [sessionId, check]);

  if (sessionId !== null) return { view: known, sessionId };
  const view: PurchaseView = { step: namesSession() ? 'broken-link' : 'no-session' };
  return { view, sessionId };
}
