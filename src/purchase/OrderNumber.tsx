import { useEffect, useState } from 'react';
import { orderNumber, orderReference } from '../contract/order-number.ts';

type Props = { sessionId: string };

/** What a buyer tells support, as it stands in the receipt and the PDFs, and beside it the end of the session id. */
export function OrderNumber({ sessionId }: Props) {
  const [number, setNumber] = useState('');
  useEffect(() => void orderNumber(sessionId).then(setNumber, () => {}), [sessionId]);
  return (
    <p className="mt-2">
      {/* Room for the number, which comes a moment later. */}
      Order number: <strong className="inline-block min-w-48">{number}</strong>{' '}
      <span className="font-mono text-small text-quiet">{orderReference(sessionId)}</span>
    </p>
  );
}
