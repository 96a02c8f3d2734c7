import { useEffect, useState } from 'react';
import { orderName, orderNumber, orderReference } from '../contract/order-number.ts';

/**
 * Allows a line break before "MSK-01F3-4AD8-A31F", but inside it only if it does not fit on one
 * line.
 */
function unbrokenName(name: string) {
  const [word, number] = name.split(' ');
  return (
    <>
      {word} <span className="inline-block max-w-full wrap-anywhere">{number}</span>
    </>
  );
}

export function OrderNumber({ sessionId }: { sessionId: string }) {
  const [number, setNumber] = useState('');
  useEffect(() => void orderNumber(sessionId).then(setNumber, () => {}), [sessionId]);
  return (
    <>
      <p>
        {/* Reserves space, because the number is computed asynchronously. */}
        <strong>{number ? unbrokenName(orderName(number)) : '\u00A0'}</strong>
      </p>
      <p className="text-small text-quiet">
        Reference …<span className="font-mono">{orderReference(sessionId)}</span>
      </p>
    </>
  );
}
