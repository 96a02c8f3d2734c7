import { useEffect, useState } from 'react';
import {
  BROKEN_LINK,
  ENDED_ORDERS,
  NO_PURCHASE,
  NO_SESSION,
  UNVERIFIED,
} from '../contract/ended-orders.ts';
import { orderNumber, orderReference } from '../contract/order-number.ts';
import type { PurchaseView } from './use-purchase.ts';

/** A refused buyer's next step: find the purchase, check again, write to us, or return to the guides. */
type NextStep = 'find' | 'check' | 'write' | 'guides';

export type Refusal = {
  readonly heading: string;
  readonly words: string;
  readonly next: NextStep;
};

type Refusals = Readonly<Partial<Record<PurchaseView['step'], Refusal>>>;

const EVERYWHERE: Refusals = {
  'no-session': { ...NO_SESSION, next: 'find' },
  'broken-link': { ...BROKEN_LINK, next: 'find' },
  ...Object.fromEntries(
    ENDED_ORDERS.map(({ status, ...says }) => [status, { ...says, next: 'write' } as const]),
  ),
};

/** Refusals on the download page, each of which leads home. */
export const DENIALS: Refusals = {
  ...EVERYWHERE,
  none: { ...NO_PURCHASE, next: 'find' },
  failed: { ...NO_PURCHASE, next: 'guides' },
  unverified: { ...UNVERIFIED, next: 'check' },
};

export const SUCCESS = 'Payment Successful!';

const NOT_YET =
  'We can’t see your order yet. If you’ve paid, it’s safe. Check again in a minute, or write to us and we’ll find it.';

/** Refusals on the page after the payment. */
export const UNCONFIRMED: Refusals = {
  ...EVERYWHERE,
  none: { heading: 'We don’t see your payment yet', words: NOT_YET, next: 'check' },
  unverified: { heading: SUCCESS, words: NOT_YET, next: 'check' },
  failed: {
    heading: 'Your payment didn’t go through',
    words: 'Your bank declined it, so you weren’t charged. You can try again from the guides.',
    next: 'guides',
  },
};

/** The label and the link of a next step. To check again opens the same page anew. */
export function nextLink(next: NextStep, supportEmail: string): { label: string; href: string } {
  const { pathname, search } = window.location;
  const links = {
    find: { label: 'Find my purchase', href: '/find-purchase' },
    check: { label: 'Check again', href: pathname + search },
    write: { label: 'Write to us', href: `mailto:${supportEmail}` },
    guides: { label: 'Back to the guides', href: '/#guides' },
  };
  return links[next];
}

type NextStepProps = { next: NextStep; supportEmail: string; checkAgain: () => void };

/** A refused buyer's next step as a button. */
export function NextStepButton({ next, supportEmail, checkAgain }: NextStepProps) {
  const { label, href } = nextLink(next, supportEmail);
  return next === 'check' ? (
    <button type="button" className="button" onClick={checkAgain}>
      {label}
    </button>
  ) : (
    <a className="button" href={href}>
      {label}
    </a>
  );
}

/** The order number, as in the receipt and the PDFs, for support, with the end of the session id. */
export function OrderNumber({ sessionId }: { sessionId: string }) {
  const [number, setNumber] = useState('');
  useEffect(() => void orderNumber(sessionId).then(setNumber, () => {}), [sessionId]);
  return (
    <p className="mt-2">
      {/* Space for the number, which comes a moment later. */}
      Order number: <strong className="inline-block min-w-48">{number}</strong>{' '}
      <span className="font-mono text-small text-quiet">{orderReference(sessionId)}</span>
    </p>
  );
}

/** What a pending payment means, and what to do. */
function StillProcessing({ watching, checkAgain }: { watching: boolean; checkAgain: () => void }) {
  return (
    <>
      <h2 className="text-title">Your payment is still processing</h2>
      <p className="mt-3">
        Some banks take a while to confirm. You haven’t been charged twice, and you don’t need to
        pay again.{' '}
        {watching
          ? 'This page keeps checking.'
          : 'We’ve stopped checking for now. Save the link to this page and come back later.'}
      </p>
      {!watching && (
        <button type="button" className="button mt-5" onClick={checkAgain}>
          Check again
        </button>
      )}
    </>
  );
}

type UnsettledProps = { view: PurchaseView; checking: string; checkAgain: () => void };

/**
 * Shown until the shop and the bank have answered. Where no script of the page runs in time, the shop answers the form
 * with the files as plain links. The form has no action, so that it posts to this address, whose query names the order.
 */
export function Unsettled({ view, checking, checkAgain }: UnsettledProps) {
  if (view.step === 'pending') {
    return <StillProcessing watching={view.watching} checkAgain={checkAgain} />;
  }
  if (view.step !== 'checking') return null;
  return (
    <>
      <p className="needs-js">{checking}</p>
      <form method="post" className="plain-files">
        <p className="mt-4">You can also open your files as plain links.</p>
        <button className="button mt-4">Show my files</button>
      </form>
    </>
  );
}

/** The link to find-purchase, where the shop sends email. */
export function LostLink() {
  return (
    <>
      Lost the link to an order?{' '}
      <a className="link" href="/find-purchase">
        Find your purchase
      </a>
      .
    </>
  );
}

/** Where to ask about an order. */
export function SupportLine(props: { supportEmail: string; sendsEmail: boolean }) {
  return (
    <p className="mt-8 text-small text-quiet">
      Questions about your order? Write to{' '}
      <a className="link" href={`mailto:${props.supportEmail}`}>
        {props.supportEmail}
      </a>
      . {props.sendsEmail && <LostLink />}
    </p>
  );
}

export function WithdrawLink({ sessionId, until }: { sessionId: string; until: string }) {
  return (
    <p className="mt-10 border-t border-rule pt-6">
      <a className="link" href={`/api/withdraw?session_id=${sessionId}`}>
        Withdraw from this purchase
      </a>
      <span className="block text-small text-quiet">You can do this until {until}.</span>
    </p>
  );
}
