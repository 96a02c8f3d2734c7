import type { Facts } from '../orders/facts.ts';

/** The outcome of sending a receipt. */
export type Receipt = {
  /** 0 for the order's own; the owner's copies count from 1. */
  readonly copy: number;
  /** Whether it went to the address that Stripe has. */
  readonly isOwn: boolean;
  readonly is: 'sent' | 'refused' | 'unsure';
  /** Unix time in seconds. */
  readonly at: number;
  /** The email's id at Resend, or the reason. */
  readonly detail: string;
};

/** The name of the fact with a receipt's outcome. */
export const receiptFact = (copy: number): string =>
  copy === 0 ? 'mail:receipt' : `mail:again:${copy}`;

const NAME = /^mail:(?:receipt|again:(?<copy>\d+))$/;

/** The order's receipts, its own first. */
export const receiptsIn = (facts: Facts): Receipt[] =>
  Object.entries(facts)
    .flatMap(([name, value]): Receipt[] => {
      const found = NAME.exec(name);
      if (!found) return [];
      const copy = Number(found.groups?.['copy'] ?? 0);
      const [is, at, ...rest] = value.split(' ');
      const isOwn = copy === 0 || rest.shift() === 'own';
      const isKnown = is === 'sent' || is === 'refused';
      return [{ copy, isOwn, is: isKnown ? is : 'unsure', at: Number(at), detail: rest.join(' ') }];
    })
    .sort((a, b) => a.copy - b.copy);

/** The receipt that was sent last; undefined for none. */
export const lastReceipt = (facts: Facts): Receipt | undefined => receiptsIn(facts).at(-1);

/** The number of the owner's next copy. */
export const nextCopy = (facts: Facts): number => (lastReceipt(facts)?.copy ?? 0) + 1;
