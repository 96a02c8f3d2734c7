import { useEffect, useState } from 'react';
import { orderName, orderNumber, orderReference } from '../contract/order-number.ts';
import type { State } from './use-purchase.ts';

/** The reason why a page has no files, and the next step. */
export function Reason({ text, next }: Pick<State, 'text' | 'next'>) {
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
