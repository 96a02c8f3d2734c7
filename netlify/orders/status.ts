import type { OrderStatus } from '#contract/orders.ts';
import type { Sale } from '../stripe/sale.ts';
import { effectiveRefunds, refundedAmount } from './amounts.ts';
import type { AccessDecision, Order } from './order.ts';

/** Any other status closes the order, even an unknown one. */
const SETTLED_DISPUTES: ReadonlySet<string> = new Set(['won', 'warning_closed']);

const unsettledDisputes = ({ disputes }: Pick<Sale, 'disputes'>) =>
  disputes.filter(({ status }) => !SETTLED_DISPUTES.has(status));

/** Whether the amount paid does not match the price, and the owner has not opened the order. */
export const isUnmatched = ({
  payment,
  matchesPrice,
  access,
}: Pick<Order, 'payment' | 'matchesPrice' | 'access'>): boolean =>
  payment === 'paid' && !matchesPrice && access?.is !== 'open';

/** After the owner opens an order, earlier refunds and disputes no longer close it. */
export const statusOf = (
  order: Pick<
    Order,
    'payment' | 'refunds' | 'disputes' | 'amountInCents' | 'matchesPrice' | 'access'
  >,
): OrderStatus => {
  if (order.payment !== 'paid') return order.payment;
  if (order.access?.is === 'blocked') return 'blocked';

  const openedAt = order.access?.at ?? 0;
  const isAfterOpening = ({ createdAt }: { createdAt: number }): boolean => createdAt >= openedAt;
  const isFullyRefunded = refundedAmount(order) >= order.amountInCents;
  if (isFullyRefunded && effectiveRefunds(order).some(isAfterOpening)) return 'refunded';
  if (unsettledDisputes(order).some(isAfterOpening)) return 'disputed';
  return isUnmatched(order) ? 'unmatched' : 'paid';
};

/**
 * An 'open' decision gets a time after every refund and dispute, so that none of them closes the
 * order. `at` is in Unix seconds.
 */
export const accessNote = (
  { refunds, disputes }: Sale,
  is: AccessDecision['is'],
  at: number,
): AccessDecision => {
  if (is === 'blocked') return { is, at };
  const timesToIgnore = [...refunds, ...disputes].map(({ createdAt }) => createdAt);
  return { is, at: Math.max(at, ...timesToIgnore.map((time) => time + 1)) };
};
