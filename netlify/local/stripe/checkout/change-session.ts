import { badRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Payment } from '../payment.ts';
import type { EventDrafts } from '../services.ts';
import type { Session } from '../state.ts';

/** As if the buyer had typed a promotion code on the payment page. */
export const discountSession = ({ session, details, intent }: Payment, amount: number): void => {
  if (session.status !== 'open') throw badRequest(`This session is ${session.status}.`);
  if (amount > session.amount_subtotal) throw badRequest('The discount is more than the price.');
  session.discounts = [{ coupon: null, promotion_code: newId('promo_1') }];
  session.amount_total = session.amount_subtotal - amount;
  session.total_details = { amount_discount: amount, amount_shipping: 0, amount_tax: 0 };
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'unpaid';
  if (intent) intent.amount = session.amount_total;
  // It goes to the first lines. Stripe shares it out, which is the same where there is one line.
  let left = amount;
  for (const line of details.lineItems) {
    line.amount_discount = Math.min(left, line.amount_subtotal);
    line.amount_total = line.amount_subtotal - line.amount_discount;
    left -= line.amount_discount;
  }
};

export const expireSession = (session: Session): EventDrafts => {
  if (session.status !== 'open') {
    throw badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  session.status = 'expired';
  session.url = null;
  return [{ type: 'checkout.session.expired', object: session }];
};
