import * as z from 'zod';
import type { Payment } from '../state.ts';

const CHARGE = 'payment_intent.latest_charge';
const REFUNDS = `${CHARGE}.refunds`;

/** The paths that can be expanded in a session. */
export const EXPANDABLE = ['invoice', 'payment_intent', CHARGE, REFUNDS];

/** Paths to expand. Stripe refuses an unknown one, as in `payment_intent.nonsense`. */
export const expandOf = (known: readonly string[]) =>
  z
    .array(z.string())
    .refine((paths) => paths.every((path) => known.includes(path)), 'This cannot be expanded.')
    .default([]);

/** The most items of a list inside an object. A call of its own lists the rest. */
const LISTED_INSIDE = 10;

/** The session with objects in place of their ids. Expects checked `paths`. */
export const expandSession = (payment: Payment, paths: readonly string[]): object => {
  const { session, url: hosted_invoice_url, intent, charge, refunds } = payment;
  const wants = (wanted: string) => paths.some((path) => path.startsWith(wanted));
  const expanded: Record<string, unknown> = { ...session };
  if (wants('invoice') && session.invoice) {
    // The page of the payment says that it is paid.
    expanded['invoice'] = {
      id: session.invoice,
      object: 'invoice',
      hosted_invoice_url,
    };
  }
  if (wants('payment_intent') && intent) {
    const data = refunds.toReversed().slice(0, LISTED_INSIDE);
    const url = `/v1/charges/${charge?.id}/refunds`;
    const list = { object: 'list', data, has_more: refunds.length > LISTED_INSIDE, url };
    const latest = { ...charge, ...(wants(REFUNDS) && { refunds: list }) };
    expanded['payment_intent'] = { ...intent, ...(wants(CHARGE) && { latest_charge: latest }) };
  }
  return expanded;
};
