import {
  NO_PURCHASE,
  NO_SESSION,
  type OrderWords,
  READY,
  SUCCESS,
  UNVERIFIED,
  textOf,
} from '../contract/order-words.ts';
import type { PurchaseView } from './use-purchase.ts';

/** The way on from a state. An empty `href` opens the same page anew. */
type NextStep = { readonly label: string; readonly href: string };

export type State = { readonly heading: string; readonly text: string; readonly next?: NextStep };

export type States = Readonly<Record<PurchaseView['step'], State>>;

/** What a page that a buyer returns to says in each state, by content/orders.md or by the specification. */
export function statesOf(
  page: 'payment-success' | 'guide-download',
  words: OrderWords,
  supportEmail: string,
  sendsMail: boolean,
): States {
  const isDownload = page === 'guide-download';
  const state = ({ heading, ...sentences }: OrderWords['paid'], next?: NextStep): State => ({
    heading,
    text: textOf(sentences, sendsMail),
    ...(next && { next }),
  });
  const find = { label: 'Find my purchase', href: '/find-purchase' };
  const check = { label: 'Check again', href: '' };
  const write = { label: 'Write to us', href: `mailto:${supportEmail}` };
  return {
    'no-session': state(NO_SESSION, find),
    'broken-link': state(words.brokenLink, find),
    checking: isDownload
      ? { heading: 'Your download', text: 'Verifying your purchase...' }
      : { heading: SUCCESS, text: 'Confirming your order...' },
    paid: isDownload ? state({ ...words.ready, heading: READY }) : state(words.paid),
    pending: state(words.pending, check),
    failed: state(words.failed, { label: 'Back to the guides', href: '/#guides' }),
    refunded: state(words.refunded, write),
    disputed: state(words.disputed, write),
    blocked: state(words.blocked, write),
    none: isDownload ? state(NO_PURCHASE, find) : state(words.notSeen, check),
    // A payment that cannot be verified may have succeeded all the same.
    unverified: isDownload
      ? state(UNVERIFIED, check)
      : state({ ...words.notSeen, heading: SUCCESS }, check),
  };
}
