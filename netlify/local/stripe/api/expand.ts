import * as z from 'zod';
import type { State, StripeEvent, StripeObject } from '../state.ts';

/** The paths that can be expanded in a payment intent, and in a session. */
export const IN_INTENT = ['latest_charge', 'latest_charge.refunds'];
export const IN_SESSION = [
  'invoice',
  'line_items',
  'payment_intent',
  ...IN_INTENT.map((path) => `payment_intent.${path}`),
];

/** Paths to expand. Stripe refuses an unknown one, as in `payment_intent.nonsense`. */
export const expandOf = (known: readonly string[]) =>
  z
    .array(z.string())
    .default([])
    .superRefine((paths, context) => {
      const unknown = paths.find((path) => !known.includes(path));
      if (unknown === undefined) return;
      const message = `This property cannot be expanded (${unknown}).`;
      context.addIssue({ code: 'custom', message, params: {} });
    });

/** The most items of a list inside an object. A call of its own lists the rest. */
const LISTED_INSIDE = 10;

const listInside = (items: readonly object[], url: string) => ({
  object: 'list',
  data: items.slice(0, LISTED_INSIDE),
  has_more: items.length > LISTED_INSIDE,
  url,
});

/** The object with others in place of their ids. Expects checked `paths`. */
export const expandObject = (
  state: State,
  object: StripeObject | StripeEvent,
  paths: readonly string[],
): object => {
  const { id } = object;
  const expanded: Record<string, unknown> = { ...object };
  for (const key of new Set(paths.map((path) => path.split('.')[0] ?? ''))) {
    const inside = paths.filter((path) => path.startsWith(`${key}.`));
    const found = [...state.intents, ...state.charges].find((one) => one.id === expanded[key]);
    if (key === 'line_items') {
      const items = state.details[id]?.lineItems ?? [];
      expanded[key] = listInside(items, `/v1/checkout/sessions/${id}/line_items`);
    } else if (key === 'invoice' && typeof expanded[key] === 'string') {
      // The page of the payment says that it is paid.
      const url = state.details[id]?.url;
      expanded[key] = { id: expanded[key], object: 'invoice', hosted_invoice_url: url };
    } else if (key === 'refunds') {
      const refunds = state.refunds.filter(({ charge }) => charge === id).toReversed();
      expanded[key] = listInside(refunds, `/v1/charges/${id}/refunds`);
    } else if (found) {
      const rest = inside.map((path) => path.slice(key.length + 1));
      expanded[key] = expandObject(state, found, rest);
    }
  }
  return expanded;
};
