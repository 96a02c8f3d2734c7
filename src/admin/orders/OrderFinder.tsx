import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { findOrder } from '../../api/admin-orders.ts';
import { openOrder, orderAddress } from './address.ts';
import { useAction } from '../Action.tsx';
import { asOwner } from '../session/session.ts';

/** Finds an order by any of its names. The query goes in a request body, because URLs end up in logs. */
export function OrderFinder() {
  const id = useId();
  const { isBusy, message, run } = useAction();
  const [answer, setAnswer] = useState<ReactNode>(null);

  function search(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('query') ?? '').trim();
    if (query === '' || isBusy) return;
    setAnswer(null);
    void run(async () => {
      const { order, others } = await asOwner(() => findOrder(query));
      if (!order) return setAnswer(<NotFound query={query} />);
      openOrder(order.number);
      if (others.length > 0) setAnswer(<Several numbers={[order.number, ...others]} />);
    });
  }

  return (
    <search>
      <form onSubmit={search}>
        <label className="font-semibold" htmlFor={id}>
          Find an order
        </label>
        <div className="mt-2 flex flex-wrap gap-3">
          {/* A session id is the buyer's key, so the browser must not remember it. */}
          <input
            id={id}
            className="field min-w-0 flex-1 basis-52"
            name="query"
            type="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={255}
            aria-describedby={`${id}-by`}
          />
          <button type="submit" className="button-quiet" aria-disabled={isBusy}>
            {isBusy ? 'Searching...' : 'Find'}
          </button>
        </div>
        <p id={`${id}-by`} className="mt-2 text-small text-quiet">
          The order number, with or without MSK-, the reference, or the buyer’s email address. A
          session or payment id of Stripe’s works too.
        </p>
      </form>
      <div aria-live="polite" className="wrap-anywhere">
        {(message ?? answer) && <p className="mt-3">{message?.text ?? answer}</p>}
      </div>
    </search>
  );
}

function NotFound({ query }: { query: string }) {
  return (
    <>
      <strong>No order found for “{query}”.</strong> An order number looks like 01F3-4AD8-A31F, and
      its last two groups are enough. The reference is the 8 letters and digits that the buyer was
      shown. An email address finds what was bought with that very address.
    </>
  );
}

/** Links to all matching orders. The newest is already open. */
function Several({ numbers }: { numbers: readonly string[] }) {
  return (
    <>
      {numbers.length} orders fit, the newest first:{' '}
      {numbers.map((number) => (
        <a
          key={number}
          className="link mr-3 inline-block py-1 font-mono"
          href={orderAddress(number)}
        >
          {number}
        </a>
      ))}
    </>
  );
}
