/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-desk': 86_717,
  'admin-find-order': 199_529,
  'admin-guide': 78_998,
  'admin-login': 180_317,
  'admin-logout': 53_865,
  'admin-order-access': 200_488,
  'admin-order': 188_770,
  'admin-orders-csv': 197_426,
  'admin-orders': 195_242,
  'admin-reconciler': 170_174,
  'admin-restore': 86_681,
  'admin-sales': 179_062,
  'admin-session': 46_520,
  'admin-shelf': 78_185,
  'admin-upload-part': 76_627,
  'admin-upload-publish': 88_474,
  'admin-upload': 71_755,
  'admin-uploads': 80_035,
  'create-payment': 180_930,
  files: 214_679,
  'not-found': 38_725,
  orders: 183_997,
  products: 45_085,
  'purchase-page': 212_540,
  reconcile: 181_930,
  'secure-file-access': 214_227,
  'stripe-webhook': 183_918,
  upload: 91_377,
  'verify-payment': 184_910,
};

/** How much more passes, so that a line of code needs no new number. */
export const LEEWAY = 1.02;

/** Bytes of what is loaded when it is first needed, by the file's name. */
export const LATER_BYTES: Readonly<Record<string, number>> = {
  stripe: 303_726,
  inspect: 821_788,
};

/** Stripe's SDK takes as long to load as all the rest: only what always asks Stripe loads it at once. */
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'reconcile', 'stripe-webhook'];

/** These ask Stripe for some calls only. */
export const MAY_ASK_STRIPE = [
  'admin-find-order',
  'admin-order',
  'admin-order-access',
  'admin-orders',
  'admin-orders-csv',
  'files',
  'orders',
  'purchase-page',
  'secure-file-access',
  'verify-payment',
];

/** Look into a PDF. */
export const CHECKS_PDFS = ['admin-upload-publish', 'upload'];
