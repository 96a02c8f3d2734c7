import { useEffect, useState } from 'react';
import { LostLink } from '../components/LostLink.tsx';
import { orderNumber, orderReference } from '../contract/order-number.ts';
import { type NextStep, nextLink } from './refusals.ts';
import type { PurchaseView } from './use-purchase.ts';

type NextStepProps = { next: NextStep; supportEmail: string; checkAgain: () => void };

/** The way on for a buyer who is refused. */
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

/** What a buyer tells support, as it stands in the receipt and the PDFs, and beside it the end of the session id. */
export function OrderNumber({ sessionId }: { sessionId: string }) {
  const [number, setNumber] = useState('');
  useEffect(() => void orderNumber(sessionId).then(setNumber, () => {}), [sessionId]);
  return (
    <p className="mt-2">
      {/* Space for the number, which comes a moment after. */}
      Order number: <strong className="inline-block min-w-48">{number}</strong>{' '}
      <span className="font-mono text-small text-quiet">{orderReference(sessionId)}</span>
    </p>
  );
}

/** The buyer's bank takes its time: what that means, and what to do. */
function StillProcessing({ watching, checkAgain }: { watching: boolean; checkAgain: () => void }) {
  return (
    <>
      <h2 className="text-title">Your payment is still being processed</h2>
      <p className="mt-3">
        Some banks take a while to confirm. You have not been charged twice, and you need not pay
        again.{' '}
        {watching
          ? 'This page checks again by itself.'
          : 'We have stopped checking for now. You can leave, keep this address, and come back later.'}
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
 * What stands until the shop and the bank have answered. In a browser in which no script of the page runs, or comes in
 * time, the shop answers the form with the files as plain links. No action: it goes to this very address, whose query
 * names the order.
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

/** Whom to ask about an order. */
export function SupportLine(props: { supportEmail: string; sendsEmail: boolean }) {
  return (
    <p className="mt-8 text-small text-quiet">
      Any question about your order? Write to{' '}
      <a className="link" href={`mailto:${props.supportEmail}`}>
        {props.supportEmail}
      </a>
      . {props.sendsEmail && <LostLink />}
    </p>
  );
}
