import generated from '#generated';
import { now } from '../platform/clock.ts';
import { catalog } from '../shop/catalog.ts';
import { dayOf, daysAfter } from '../shop/dates.ts';
import { refundableAmount } from './amounts.ts';
import { type Order, timeOfPayment } from './order.ts';
import { statusOf } from './status.ts';

/** The number of days after the payment during which the buyer can withdraw. */
export const withdrawalDays = (): number => Number(generated.refundDays);

/** The last day to withdraw, for example "2026-12-08"; null if the buyer can't withdraw. */
export const withdrawableUntil = (order: Order): string | null => {
  const paidAt = timeOfPayment(order);
  if (!catalog.checkout?.withdrawal || paidAt === null || order.withdrawnAt !== null) return null;
  if (statusOf(order) !== 'paid' || refundableAmount(order) === 0) return null;
  const lastDay = daysAfter(dayOf(paidAt), withdrawalDays());
  return dayOf(now()) <= lastDay ? lastDay : null;
};

/** The owner must refund the buyer within this time after the withdrawal. */
const REFUND_DEADLINE_IN_DAYS = 14;

/** The last day to refund a withdrawn order, for example "2026-12-08"; null if no money is due. */
export const refundDueOn = (order: Order): string | null => {
  if (order.withdrawnAt === null || refundableAmount(order) === 0) return null;
  return daysAfter(dayOf(order.withdrawnAt), REFUND_DEADLINE_IN_DAYS);
};
