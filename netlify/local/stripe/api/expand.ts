import * as z from 'zod';
import type { Payment } from '../state.ts';

const CHARGE = 'latest_charge';
const REFUNDS = `${CHARGE}.refunds`;

/** The paths that can be expanded in a payment intent, and in a session. */
export const IN_INTENT = [CHARGE, REFUNDS];
export const IN_SESSION = ['payment_intent', ...IN_INTENT.map((path) => `payment_intent.${path}`)];

/** Paths to expand. Stripe refuses an unknown one, as in `payment_intent.nonsense`. */
export const expandOf = (known: readonly string[]) =>
  z
    .array(z.string())
    .refine((paths) => paths.every((path) => known.includes(path)), 'This cannot be expanded.')
    .default([]);

/** The most items of a list inside an object. A call of its own lists the rest. */
const LISTED_INSIDE = 10;

const listInside = (items: readonly object[], url: string) => ({
  object: 'list',
  data: items.slice(0, LISTED_INSIDE),
  has_more: items.length > LISTED_INSIDE,
  url,
});

/** The payment intent with objects in place of their ids. Expects checked `paths`. */
export const expandIntent = ({ intent, charge, refunds }: Payment, paths: readonly string[]) => {
  if (!charge || !paths.some((path) => path.startsWith(CHARGE))) return { ...intent };
  const list = listInside(refunds.toReversed(), `/v1/charges/${charge.id}/refunds`);
  const latest = { ...charge, ...(paths.includes(REFUNDS) && { refunds: list }) };
  return { ...intent, latest_charge: latest };
};

/** The same for the session. */
export const expandSession = (payment: Payment, paths: readonly string[]): object => {
  const { session, intent } = payment;
  const inIntent = paths
    .filter((path) => path.startsWith('payment_intent'))
    .map((path) => path.slice('payment_intent.'.length));
  const expanded: Record<string, unknown> = { ...session };
  if (inIntent.length > 0 && intent) expanded['payment_intent'] = expandIntent(payment, inIntent);
  return expanded;
};
