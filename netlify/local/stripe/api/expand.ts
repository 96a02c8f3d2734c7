import type Stripe from 'stripe';
import { badRequest } from '../errors.ts';
import type { Charge, State, StripeEvent, StripeObject } from '../state.ts';

type Kind = (StripeObject | StripeEvent)['object'] | 'list';

const charge: Partial<Record<string, Kind>> = {
  charge: 'charge',
  payment_intent: 'payment_intent',
};

/** What may be expanded, and what stands there then. */
const EXPANDABLE: Record<Kind, Partial<Record<string, Kind>>> = {
  'checkout.session': { payment_intent: 'payment_intent', line_items: 'list' },
  payment_intent: { latest_charge: 'charge' },
  charge: { refunds: 'list' },
  refund: charge,
  dispute: charge,
  'radar.early_fraud_warning': charge,
  event: {},
  list: {},
};

const DEEPEST = 4;

const checkDepth = (paths: readonly string[]) => {
  const tooDeep = paths.find((path) => path.split('.').length > DEEPEST);
  if (tooDeep === undefined) return;
  throw badRequest(
    `You cannot expand more than ${DEEPEST} levels of a property. Property: ${tooDeep}`,
    { param: 'expand' },
  );
};

/** Refuses, as Stripe does, a path that leads nowhere, as in `payment_intent.nonsense`, or too deep. */
export const checkExpand = (paths: readonly string[], root: Kind) => {
  checkDepth(paths);
  for (const path of paths) {
    let kind = root;
    for (const step of path.split('.')) {
      const next = EXPANDABLE[kind][step];
      if (!next) {
        throw badRequest(`This property cannot be expanded (${step}).`, { param: 'expand' });
      }
      kind = next;
    }
  }
  return paths;
};

/** On a list every path begins with `data.`; what is answered is relative to one item. */
export const checkListExpand = (paths: readonly string[], root: Kind) => {
  checkDepth(paths);
  const outside = paths.find((path) => !path.startsWith('data.'));
  if (outside !== undefined) {
    throw badRequest(
      `This property cannot be expanded (${outside}). You may want to try expanding 'data.${outside}' instead.`,
      { param: 'expand' },
    );
  }
  return checkExpand(
    paths.map((path) => path.slice('data.'.length)),
    root,
  );
};

/** A list inside an object ends here, whatever is asked for; the rest is listed by itself. */
const LISTED_INSIDE = 10;

const refundList = (state: State, { id }: Charge): Stripe.ApiList<Stripe.Refund> => {
  const refunds = state.refunds.filter((refund) => refund.charge === id).toReversed();
  return {
    object: 'list',
    data: refunds.slice(0, LISTED_INSIDE),
    has_more: refunds.length > LISTED_INSIDE,
    url: `/v1/charges/${id}/refunds`,
  };
};

const listInside = (state: State, object: StripeObject | StripeEvent) => {
  if (object.object === 'charge') return refundList(state, object);
  const data = state.details[object.id]?.lineItems ?? [];
  const url = `/v1/checkout/sessions/${object.id}/line_items`;
  return { object: 'list', data, has_more: false, url };
};

/** The object with others in the place of their ids; `paths` have been checked. */
export const expandObject = (
  state: State,
  object: StripeObject | StripeEvent,
  paths: readonly string[],
): object => {
  const expanded: Record<string, unknown> = { ...object };
  for (const key of new Set(paths.map((path) => path.split('.')[0] ?? ''))) {
    const id = expanded[key];
    const inside = paths.filter((path) => path.startsWith(`${key}.`));
    const found = [...state.intents, ...state.charges].find((one) => one.id === id);
    if (EXPANDABLE[object.object][key] === 'list') expanded[key] = listInside(state, object);
    else if (found) {
      const rest = inside.map((path) => path.slice(key.length + 1));
      expanded[key] = expandObject(state, found, rest);
    }
  }
  return expanded;
};
