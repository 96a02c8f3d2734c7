/**
 * The most bytes of code that are loaded with each function. A new instance reads, compiles and runs all of it before
 * it answers, while a parent waits.
 */
export const MOST_BYTES: readonly (readonly [bytes: number, functions: string])[] = [
  [2_000, 'not-found'],
  [48_000, 'admin-logout admin-session products'],
  [95_000, 'admin-guide admin-guides upload'],
  [
    210_000,
    'admin-find-order admin-login admin-order admin-orders admin-orders-csv admin-report create-payment opt-out send-announcements',
  ],
  [
    245_000,
    'admin-announcements admin-receipt files find-purchase health orders purchase-page reconcile secure-file-access stripe-webhook verify-payment withdraw',
  ],
];

/** And of the files that are loaded at first use, or read by those. */
export const MOST_LATER_BYTES: Readonly<Record<string, number>> = {
  'stripe.mjs': 306_000,
  'check-pdf.mjs': 193_000,
  'stamp-pdf.mjs': 885_000,
  'pdfium.wasm': 4_070_000,
};

/** Stripe's SDK takes half as long to load as all the rest: only what always asks Stripe loads it at once. */
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'reconcile', 'stripe-webhook'];

/** Look into a PDF, and make room in it for an order's line. */
export const CHECKS_PDFS = ['upload'];
