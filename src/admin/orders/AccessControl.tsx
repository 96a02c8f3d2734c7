import { useMutation } from '@tanstack/react-query';
import { setAccess } from '../../api/admin.ts';
import type { OrderAccess, OrderDetail } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { updateOrder } from '../queries.ts';

type AccessChange = { access: OrderAccess; label: string; question: string };

const BLOCK: AccessChange = {
  access: 'blocked',
  label: 'Put on hold',
  question:
    'Put this order on hold? The buyer’s links stop working right away, and their page says the order is on hold. Nothing is refunded.',
};

const openDownloads = (question: string): AccessChange => ({
  access: 'open',
  label: 'Open downloads',
  question,
});

const CHANGES: Readonly<Record<OrderStatus, AccessChange | null>> = {
  pending: null,
  failed: null,
  paid: BLOCK,
  blocked: openDownloads('Open downloads? The buyer’s links work again right away.'),
  unmatched: openDownloads(
    'The buyer didn’t pay the shop’s price. Open downloads anyway? The shop sends no receipt for this order, so send it from here afterward.',
  ),
  refunded: openDownloads('This order was refunded. Open downloads anyway?'),
  disputed: openDownloads('This payment is disputed. Open downloads anyway?'),
};

/** Returns null for an order that was never paid. */
export const changeFor = (status: OrderStatus): AccessChange | null => CHANGES[status];

export function AccessControl({ order: { number, status } }: { order: OrderDetail }) {
  const changing = useMutation({
    mutationFn: (access: OrderAccess) => setAccess(number, access),
    onSuccess: updateOrder,
  });
  const change = changeFor(status);
  if (!change) return null;
  return (
    <div className="mt-3">
      <ConfirmButton
        label={change.label}
        question={change.question}
        isBusy={changing.isPending}
        onConfirm={() => changing.mutate(change.access)}
      />
      <OutcomeMessage error={changing.error} />
    </div>
  );
}
