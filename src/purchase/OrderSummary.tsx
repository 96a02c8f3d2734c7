import { unbroken } from '../contract/ranges.ts';
import type { PublicOrder } from '../contract/orders.ts';
import { OrderNumber } from './OrderNumber.tsx';

/** What was bought, and the number to mention in an email to the shop. */
export const OrderSummary = ({ order }: { order: PublicOrder }) => (
  <>
    <p className="mb-4 text-lead text-balance">{unbroken(order.guide_name)}</p>
    <OrderNumber sessionId={order.stripe_session_id} />
  </>
);
