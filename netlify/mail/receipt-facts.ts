import type { Facts } from '../orders/facts.ts';

/**
 * The delivery events of an email, as the last word of its fact's name. Of several the last in this list counts, in
 * whatever order they came: a mail server may accept an email and then bounce it.
 */
const EVENTS = ['delayed', 'delivered', 'failed', 'suppressed', 'bounced', 'complained'] as const;
export type DeliveryEvent = (typeof EVENTS)[number];

type End = 'sent' | 'refused' | 'unsure';

const LOST: ReadonlySet<End | DeliveryEvent> = new Set([
  'refused',
  'failed',
  'suppressed',
  'bounced',
] as const);

/** Whether this means that an email has not reached its reader. */
export const meansLost = (is: End | DeliveryEvent): boolean => LOST.has(is);

export type Noted<Is extends string = End | DeliveryEvent> = {
  readonly is: Is;
  /** Unix time in seconds. */
  readonly at: number;
  /** The email's id, or the reason. */
  readonly detail: string;
};

/** A receipt that was sent, or could not be. */
export type Receipt = {
  /** 0 for the order's own; the owner's copies count from 1. */
  readonly copy: number;
  /** Whether it went to the address that Stripe has. */
  readonly isOwn: boolean;
  /** The outcome of sending it. */
  readonly end: Noted<End> | null;
  readonly events: readonly Noted<DeliveryEvent>[];
};

/** The name of the fact with a receipt's outcome. The names of its delivery events begin with it. */
export const receiptFact = (copy: number): string =>
  copy === 0 ? 'mail:receipt' : `mail:again:${copy}`;

const NAME = /^mail:(?:receipt|again:(?<copy>\d+))(?::(?<event>\w+))?$/;

const isEvent = (word: string): word is DeliveryEvent => EVENTS.some((one) => one === word);

const notedOf = <Is extends string>(is: Is, [at, ...detail]: readonly string[]): Noted<Is> => ({
  is,
  at: Number(at),
  detail: detail.join(' '),
});

/** The order's receipts, its own first. One with delivery events alone counts too, since an answer may be lost. */
export const receiptsIn = (facts: Facts): Receipt[] => {
  const found = new Map<number, Receipt>();
  for (const [name, value] of Object.entries(facts)) {
    const { copy: n = '0', event } = NAME.exec(name)?.groups ?? {};
    if (!NAME.test(name) || (event !== undefined && !isEvent(event))) continue;
    const copy = Number(n);
    const known = found.get(copy) ?? { copy, isOwn: true, end: null, events: [] };
    const words = value.split(' ');
    if (event !== undefined) {
      const events = [...known.events, notedOf(event, words)];
      events.sort((a, b) => EVENTS.indexOf(a.is) - EVENTS.indexOf(b.is));
      found.set(copy, { ...known, events });
      continue;
    }
    const [is, at = '', ...rest] = words;
    const isOwn = copy === 0 || rest.shift() === 'own';
    const end = notedOf(is === 'sent' || is === 'refused' ? is : 'unsure', [at, ...rest]);
    found.set(copy, { ...known, isOwn, end });
  }
  return [...found.values()].sort((a, b) => a.copy - b.copy);
};

/** The delivery events of the order's other emails. */
export const otherEvents = (facts: Facts): Noted<DeliveryEvent>[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const [kind, , event = '', more] = name.split(':');
    const isOther = kind === 'mail' && more === undefined && !NAME.test(name);
    return isOther && isEvent(event) ? [notedOf(event, value.split(' '))] : [];
  });

/** The latest known state of a receipt. */
export const lastState = ({ end, events }: Receipt) => events.at(-1) ?? end;

/** The receipt that was sent last; undefined for none. */
export const lastReceipt = (facts: Facts): Receipt | undefined => receiptsIn(facts).at(-1);

/** Whether the last receipt is known not to have reached its reader. */
export const isLost = (facts: Facts): boolean => {
  const last = lastReceipt(facts);
  const word = last && lastState(last);
  return word != null && LOST.has(word.is);
};

/** The number of the owner's next copy. */
export const nextCopy = (facts: Facts): number => (lastReceipt(facts)?.copy ?? 0) + 1;

/** Whether the reader of that address has reported a receipt as spam. */
export const hasComplained = (facts: Facts, isOwn: boolean): boolean =>
  receiptsIn(facts).some(
    (receipt) => receipt.isOwn === isOwn && lastState(receipt)?.is === 'complained',
  );
