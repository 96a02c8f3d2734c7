import generated from '#generated';
import { now } from '../platform/clock.ts';
import { catalogue } from '../shop/catalogue.ts';
import { dayOf, daysAfter } from '../shop/words.ts';
import { type Order, statusOf, unrefundedIn } from './order.ts';

/** How many days after the payment a buyer can withdraw: the shop's refund window. */
export const withdrawalDays = (): number => Number(generated.refundDays);

/** The last day on which the buyer can withdraw from an order, as in "2026-12-08"; null if they can't. */
export const withdrawableUntil = (order: Order): string | null => {
  const { paidAt, withdrawnAt } = order;
  if (!catalogue.checkout?.withdrawal || paidAt === null || withdrawnAt !== null) return null;
  if (statusOf(order) !== 'paid' || unrefundedIn(order) === 0) return null;
  const last = daysAfter(dayOf(paidAt), withdrawalDays());
  return dayOf(now()) <= last ? last : null;
};

/** The days that the owner has to refund a withdrawn order, from the withdrawal on. */
const REFUND_DAYS = 14;

/** The last day to refund a withdrawn order, as in "2026-12-08"; null if no money is due. */
export const refundDueOn = (order: Order): string | null =>
  order.withdrawnAt === null || unrefundedIn(order) === 0
    ? null
    : daysAfter(dayOf(order.withdrawnAt), REFUND_DAYS);
