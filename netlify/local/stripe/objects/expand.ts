import { badRequest } from '../errors.ts';

/** Paths such as `payment_intent.latest_charge`, relative to the object they are asked of. */
export type Expand = readonly string[];

type Kind = 'session' | 'intent' | 'charge' | 'refund' | 'dispute' | 'warning' | 'leaf';

const EXPANDABLE: Record<Kind, Partial<Record<string, Kind>>> = {
  session: { payment_intent: 'intent', line_items: 'leaf' },
  intent: { latest_charge: 'charge' },
  charge: { refunds: 'leaf' },
  refund: { charge: 'charge', payment_intent: 'intent' },
  dispute: { charge: 'charge', payment_intent: 'intent' },
  warning: { charge: 'charge', payment_intent: 'intent' },
  leaf: {},
};

/** Refuses, as Stripe does, a path that leads nowhere. */
export const checkExpand = (expand: Expand, root: Kind) => {
  for (const path of expand) {
    let kind = root;
    for (const step of path.split('.')) {
      const next = EXPANDABLE[kind][step];
      if (!next) {
        throw badRequest(`This property cannot be expanded (${step}).`, { param: 'expand' });
      }
      kind = next;
    }
  }
  return expand;
};

/** On a list every path begins with `data.`; what is answered is relative to one item. */
export const checkListExpand = (expand: Expand, root: Kind) => {
  const outside = expand.find((path) => !path.startsWith('data.'));
  if (outside !== undefined) {
    throw badRequest(
      `This property cannot be expanded (${outside}). You may want to try expanding 'data.${outside}' instead.`,
      { param: 'expand' },
    );
  }
  return checkExpand(
    expand.map((path) => path.slice('data.'.length)),
    root,
  );
};

/** What to expand inside `key`; null when `key` itself stays an id. */
export const expandInside = (expand: Expand, key: string): Expand | null => {
  const asked = expand.filter((path) => path === key || path.startsWith(`${key}.`));
  if (asked.length === 0) return null;
  return asked.map((path) => path.slice(key.length + 1)).filter((path) => path !== '');
};
