import { catalogue } from '../catalogue.ts';
import { now } from '../clock.ts';
import { dayOf, daysAfter } from './days.ts';
import { type Order, unrefundedIn } from './orders.ts';

/** How many days after the payment a buyer can withdraw: the shop's refund window. */
export const withdrawalDays = (): number => Number(globalThis.MAILS.refundDays);

/** The last day on which the buyer can withdraw from an order, as in "2026-12-08"; null where they can't. */
export const withdrawableUntil = (order: Order): string | null => {
  const { status, paidAt, withdrawnAt } = order;
  if (!catalogue.checkout?.withdrawal || status !== 'paid' || unrefundedIn(order) === 0)
    return null;
  if (paidAt === null || withdrawnAt !== null) return null;
  const { time_zone: zone } = catalogue;
  const last = daysAfter(dayOf(paidAt, zone), withdrawalDays());
  return dayOf(now(), zone) <= last ? last : null;
};
