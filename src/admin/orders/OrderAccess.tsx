import { useMutation } from '@tanstack/react-query';
import { setAccess } from '../../api/admin.ts';
import type { OrderAccess as Access, OrderDetail } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { AskFirst } from '../AskFirst.tsx';
import { Outcome } from '../Outcome.tsx';
import { orderQuery, ordersKey, queryClient } from '../queries.ts';

type Change = { access: Access; label: string; question: string };

const BLOCK: Change = {
  access: 'blocked',
  label: 'Block downloads',
  question:
    'Block downloads? The buyer’s links stop working right away, and their page says the order is on hold. Nothing is refunded.',
};

const open = (question: string): Change => ({ access: 'open', label: 'Open downloads', question });

const CHANGES: Readonly<Record<OrderStatus, Change | null>> = {
  pending: null,
  failed: null,
  paid: BLOCK,
  blocked: open('Open downloads? The buyer’s links work again right away.'),
  refunded: open('This order was refunded. Open downloads anyway?'),
  disputed: open('This payment is disputed. Open downloads anyway?'),
};

/** The change of access that an order's status allows; null for an order without files. */
export const changeFor = (status: OrderStatus): Change | null => CHANGES[status];

/** Shows an order's new state, on its own and in the list. */
export function showOrder(order: OrderDetail): void {
  queryClient.setQueryData(orderQuery(order.number).queryKey, order);
  void queryClient.invalidateQueries({ queryKey: ordersKey });
}

/** Blocks or opens the buyer's downloads, after a confirmation. */
export function OrderAccess({ order: { number, status } }: { order: OrderDetail }) {
  const changing = useMutation({
    mutationFn: (access: Access) => setAccess(number, access),
    onSuccess: showOrder,
  });
  const change = changeFor(status);
  if (!change) return null;
  return (
    <div className="mt-3">
      <AskFirst
        label={change.label}
        question={change.question}
        isBusy={changing.isPending}
        onYes={() => changing.mutate(change.access)}
      />
      <Outcome error={changing.error} />
    </div>
  );
}
