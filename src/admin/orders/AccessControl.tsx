import { useMutation } from '@tanstack/react-query';
import { setAccess } from '../../api/admin.ts';
import type { OrderAccess, OrderDetail } from '../../contract/admin-orders.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { AskFirst } from '../AskFirst.tsx';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { showOrder } from '../queries.ts';

type AccessChange = { access: OrderAccess; label: string; question: string };

const BLOCK: AccessChange = {
  access: 'blocked',
  label: 'Block downloads',
  question:
    'Block downloads? The buyer’s links stop working right away, and their page says the order is on hold. Nothing is refunded.',
};

const openAfter = (question: string): AccessChange => ({
  access: 'open',
  label: 'Open downloads',
  question,
});

const CHANGES: Readonly<Record<OrderStatus, AccessChange | null>> = {
  pending: null,
  failed: null,
  paid: BLOCK,
  blocked: openAfter('Open downloads? The buyer’s links work again right away.'),
  refunded: openAfter('This order was refunded. Open downloads anyway?'),
  disputed: openAfter('This payment is disputed. Open downloads anyway?'),
};

/** Returns null for an order that was never paid. */
export const changeFor = (status: OrderStatus): AccessChange | null => CHANGES[status];

/** Blocks or opens the buyer's downloads, after a confirmation. */
export function AccessControl({ order: { number, status } }: { order: OrderDetail }) {
  const changing = useMutation({
    mutationFn: (access: OrderAccess) => setAccess(number, access),
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
      <OutcomeMessage error={changing.error} />
    </div>
  );
}
