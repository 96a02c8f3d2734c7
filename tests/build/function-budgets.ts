/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-desk': 86_612,
  'admin-find-order': 199_181,
  'admin-guide': 78_893,
  'admin-login': 180_145,
  'admin-logout': 53_760,
  'admin-order-access': 200_140,
  'admin-order': 188_422,
  'admin-orders-csv': 197_082,
  'admin-orders': 194_896,
  'admin-reconciler': 169_920,
  'admin-restore': 86_576,
  'admin-sales': 178_885,
  'admin-session': 46_415,
  'admin-shelf': 78_080,
  'admin-upload-part': 76_522,
  'admin-upload-publish': 88_369,
  'admin-upload': 71_650,
  'admin-uploads': 79_930,
  'create-payment': 180_751,
  files: 214_417,
  'not-found': 38_725,
  orders: 183_905,
  products: 45_085,
  'purchase-page': 212_278,
  reconcile: 181_838,
  'secure-file-access': 213_965,
  'stripe-webhook': 183_826,
  upload: 91_272,
  'verify-payment': 184_818,
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
