import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { findOrders } from '../../api/admin.ts';
import { MAX_SEARCH_RESULTS } from '../../contract/admin-orders.ts';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { orderAddress } from './open-order.ts';
import { OrderRows, type ProductLabels } from './OrderList.tsx';

function openOrder(number: string): void {
  window.location.hash = orderAddress(number);
}

/** Sends the query in the request's body, because URLs end up in logs. */
export function OrderSearch({ labels }: { labels: ProductLabels }) {
  const id = useId();
  const search = useMutation({
    mutationFn: findOrders,
    onSuccess: ({ orders: [order, ...others] }) => {
      if (order && others.length === 0) openOrder(order.number);
    },
  });
  const found = search.data?.orders ?? [];

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('query') ?? '').trim();
    if (query !== '' && !search.isPending) search.mutate(query);
  }

  return (
    <search className="mt-10 block">
      <form onSubmit={submit}>
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
            maxLength={500}
            aria-describedby={`${id}-by`}
          />
          <button type="submit" className="button-quiet" aria-disabled={search.isPending}>
            {search.isPending ? 'Searching...' : 'Find'}
          </button>
        </div>
        <p id={`${id}-by`} className="mt-2 text-small text-quiet">
          By order number (or its last 8 characters), reference, email address, payment ID or
          promotion code.
        </p>
      </form>
      <OutcomeMessage
        done={search.data ? describeSearchResult(found.length, search.variables) : null}
        error={search.error}
      />
      {found.length > 1 && <OrderRows orders={found} labels={labels} />}
    </search>
  );
}

export const describeSearchResult = (count: number, query: string): string => {
  if (count === 0) return `No orders match “${query}”.`;
  if (count >= MAX_SEARCH_RESULTS) {
    return `The newest ${MAX_SEARCH_RESULTS} orders match. There may be older ones.`;
  }
  return count === 1 ? '1 order matches.' : `${count} orders match.`;
};
