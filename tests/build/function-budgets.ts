/**
 * The most bytes of code that are loaded with each function. A new instance reads, compiles and runs all of it before
 * it answers, while a parent waits.
 */
export const MOST_BYTES: readonly (readonly [bytes: number, functions: string])[] = [
  [52_000, 'not-found'],
  [90_000, 'products'],
  [212_000, 'create-payment unsubscribe'],
  [246_000, 'health'],
  [268_000, 'find-purchase jobs orders stripe-webhook withdraw'],
  [290_000, 'files purchase-page secure-file-access verify-payment'],
  [365_000, 'admin'],
];

/** And of the files that are loaded at first use. */
export const MOST_LATER_BYTES: Readonly<Record<string, number>> = {
  'stripe.mjs': 306_000,
  'prepare-pdf.mjs': 890_000,
};

/** Stripe's SDK takes half as long to load as all the rest: only what always asks Stripe loads it at once. */
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'jobs', 'stripe-webhook'];

/** Takes uploads: checks a PDF, and makes room in it for an order's line. */
export const CHECKS_PDFS = ['admin'];
