import { useEffect, useState } from 'react';
import { orderName, orderNumber, orderReference } from '../contract/order-number.ts';
import {
  NO_PURCHASE,
  NO_SESSION,
  type OrderWords,
  READY,
  type Sentences,
  UNVERIFIED,
  textOf,
} from '../contract/orders.ts';
import type { PurchaseView } from './purchase.ts';

/** The next step from a state. An empty `href` reloads the page. */
type NextStep = { readonly label: string; readonly href: string };

export type PurchaseState = Sentences & { readonly heading: string; readonly next?: NextStep };

export type States = Readonly<Record<PurchaseView['step'], PurchaseState>>;

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

/** The reason why a page has no files, and the next step. */
export function Reason({ text, next }: Pick<PurchaseState, 'text' | 'next'>) {
  return (
    <div role="alert">
      <p className="mt-4 text-lead">{text}</p>
      <div className="mt-8 grid gap-3 sm:grid-cols-2">
        {next && (
          <a className="button" href={next.href}>
            {next.label}
          </a>
        )}
        <a className="button-quiet" href="/">
          Return to Home
        </a>
      </div>
    </div>
  );
}

/**
 * A form that the shop answers with the files as plain links. Without an action, it posts to the page's own address, whose
 * query names the order.
 */
export const PlainFiles = () => (
  <form method="post">
    <p>Open your files as plain links.</p>
    <button className="button mt-4">Show my files</button>
  </form>
);

/** Shown until the shop has answered. The plain links appear if no script of the page runs in time. */
export const Waiting = ({ text }: { text: string }) => (
  <>
    <p className="needs-js">{text}</p>
    <div className="plain-files pt-4">
      <PlainFiles />
    </div>
  </>
);

/** The order number, as in the receipt and the PDFs, and the end of the session id. */
export function OrderNumber({ sessionId }: { sessionId: string }) {
  const [number, setNumber] = useState('');
  useEffect(() => void orderNumber(sessionId).then(setNumber, () => {}), [sessionId]);
  return (
    <>
      <p>
        {/* Space for the number, which comes a moment later. */}
        <strong>{number ? orderName(number) : '\u00A0'}</strong>
      </p>
      <p className="text-small text-quiet">
        Payment ending in …<span className="font-mono">{orderReference(sessionId)}</span>
      </p>
    </>
  );
}

/** The support address. */
export function Support({ email }: { email: string }) {
  return (
    <p className="mt-8 text-small text-quiet">
      Questions about your order? Write to{' '}
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
      .
    </p>
  );
}
