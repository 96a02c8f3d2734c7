import {
  NO_PURCHASE,
  NO_SESSION,
  type OrderWords,
  READY,
  type Sentences,
  UNVERIFIED,
  textOf,
} from '../contract/orders.ts';
import type { PurchaseView } from './watch-purchase.ts';

/** An empty `href` reloads the page. */
type NextStep = { readonly label: string; readonly href: string };

export type PurchaseState = Sentences & { readonly heading: string; readonly next?: NextStep };

export type States = Readonly<Record<PurchaseView['step'], PurchaseState>>;

const SUCCESS = 'Payment Successful!';

/** The texts come from content/orders.md or are fixed by the specification. */
export function statesOf(
  page: 'payment-success' | 'guide-download',
  words: OrderWords,
  supportEmail: string,
): States {
  const isDownload = page === 'guide-download';
  const find = { label: 'Find my purchase', href: '/find-purchase' };
  const check = { label: 'Check again', href: '' };
  const checking = isDownload
    ? { heading: 'Your download', text: 'Verifying your purchase...' }
    : { heading: SUCCESS, text: 'Confirming your order...' };
  const write = { label: 'Write to us', href: `mailto:${supportEmail}` };
  return {
    'no-session': { ...NO_SESSION, next: find },
    'broken-link': { ...words.brokenLink, next: find },
    checking,
    delayed: { ...words.delayed, heading: checking.heading },
    paid: isDownload ? { ...words.ready, heading: READY } : words.paid,
    withdrawn: words.withdrawn,
    preparing: { ...words.preparing, next: check },
    unavailable: { ...words.unavailable, next: write },
    pending: { ...words.pending, next: check },
    failed: { ...words.failed, next: { label: 'Back to the guides', href: '/#guides' } },
    unmatched: { ...words.unmatched, next: write },
    refunded: { ...words.refunded, next: write },
    disputed: { ...words.disputed, next: write },
    blocked: { ...words.blocked, next: write },
    none: isDownload ? { ...NO_PURCHASE, next: find } : { ...words.notSeen, next: find },
    // The payment may have succeeded even if it can't be verified.
    unverified: isDownload
      ? { ...UNVERIFIED, next: check }
      : { ...words.notSeen, heading: SUCCESS, next: check },
  };
}

export const textFor = (states: States, view: PurchaseView): string =>
  textOf(states[view.step], 'hasEmail' in view ? view.hasEmail : undefined);
