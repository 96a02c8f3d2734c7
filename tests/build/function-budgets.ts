/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-home': 85_037,
  'admin-find-order': 199_988,
  'admin-guide': 78_436,
  'admin-login': 182_744,
  'admin-logout': 56_146,
  'admin-order': 201_051,
  'admin-orders-csv': 196_983,
  'admin-orders': 195_421,
  'admin-reconciler': 168_965,
  'admin-sales': 179_153,
  'admin-session': 46_614,
  'admin-guides': 86_909,
  'admin-upload-part': 76_651,
  'admin-upload': 84_711,
  'admin-uploads': 80_183,
  'create-payment': 181_102,
  files: 215_929,
  health: 0,
  'not-found': 40_864,
  orders: 185_785,
  products: 45_303,
  'purchase-page': 215_598,
  reconcile: 185_082,
  'secure-file-access': 215_166,
  'stripe-webhook': 186_265,
  upload: 94_019,
  'verify-payment': 215_198,
};

/** How much more passes, so that a line of code needs no new number. */
export const LEEWAY = 1.02;

/** Bytes of what is loaded when it is first needed, by the file's name. */
export const LATER_BYTES: Readonly<Record<string, number>> = {
  stripe: 299_532,
  'check-pdf': 188_471,
};

/** Bytes of what these read in their turn. */
export const READ_BYTES: Readonly<Record<string, number>> = { 'pdfium.wasm': 3_988_829 };

/** Stripe's SDK takes half as long to load as all the rest: only what always asks Stripe loads it at once. */
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'reconcile', 'stripe-webhook'];

/** These ask Stripe for some calls only. */
export const MAY_ASK_STRIPE = [
  'admin-find-order',
  'admin-order',
  'admin-orders',
  'admin-orders-csv',
  'files',
  'health',
  'orders',
  'purchase-page',
  'secure-file-access',
  'verify-payment',
];

/** Look into a PDF. */
export const CHECKS_PDFS = ['admin-upload', 'upload'];
