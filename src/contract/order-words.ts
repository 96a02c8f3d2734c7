import type { OrderStatus } from './orders.ts';

/** The specification's words for a verified payment and for a paid order's files. */
export const SUCCESS = 'Payment Successful!';
export const READY = 'Your Guide is Ready!';

/** The specification's words for refusals: for an address without a session. */
export const NO_SESSION = {
  heading: 'Access denied',
  text: 'No valid session found. Please complete your purchase first.',
};

/** For a session without a paid order. */
export const NO_PURCHASE = {
  heading: 'Access denied',
  text: 'No valid purchase found. Please complete your payment first.',
};

/** For an order that the shop cannot check. */
export const UNVERIFIED = {
  heading: 'Verification failed',
  text: 'Unable to verify your purchase. Please contact support.',
};

export type Sentences = {
  readonly text: string;
  readonly withMail?: string | undefined;
  readonly withoutMail?: string | undefined;
};
type State = Sentences & { readonly heading: string };

/** What buyers read of their orders: the fields of content/orders.md. */
export type OrderWords = Readonly<Record<OrderStatus | 'notSeen' | 'brokenLink', State>> & {
  /** Above the files of a paid order, below the specification's heading. */
  readonly ready: Sentences;
};

/** The sentences of a state. `hasEmail` is that of the order; if it is not known, neither promise is among them. */
export const textOf = (
  { text, withMail, withoutMail }: Sentences,
  hasEmail: boolean | undefined,
): string =>
  [text, hasEmail === true && withMail, hasEmail === false && withoutMail]
    .filter(Boolean)
    .join(' ');
