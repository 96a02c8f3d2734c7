import { useEffect, useState } from 'react';
import { orderName, orderNumber, orderReference } from '../contract/order-number.ts';

export function OrderNumber({ sessionId }: { sessionId: string }) {
  const [number, setNumber] = useState('');
  useEffect(() => void orderNumber(sessionId).then(setNumber, () => {}), [sessionId]);
  return (
    <>
      <p>
        {/* Reserves space, because the number is computed asynchronously. */}
        <strong>{number ? orderName(number) : '\u00A0'}</strong>
      </p>
      <p className="text-small text-quiet">
        Reference …<span className="font-mono">{orderReference(sessionId)}</span>
      </p>
    </>
  );
}
