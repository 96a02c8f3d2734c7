/**
 * The limits in bytes of the code that is loaded with each function, its chunks included. A new instance reads, compiles
 * and runs all of it before it answers.
 */
export const MOST_BYTES: readonly (readonly [bytes: number, functions: string])[] = [
  [35_000, 'not-found'],
  [95_000, 'products'],
  [250_000, 'create-payment find-purchase orders stripe-webhook unsubscribe withdraw'],
  [290_000, 'files health jobs purchase-page secure-file-access verify-payment'],
  [360_000, 'admin'],
];

/** The chunks that are loaded at first use. */
export const LATER = [
  'prepare-pdf', // the check of an upload, by pdf-lib
  'run', // jobs and their emails, after an answer
  'stripe.esm.worker', // Stripe's SDK, which takes half as long to load as all the rest
];

/** Only these load Stripe's SDK at once. */
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'jobs', 'stripe-webhook'];
