/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-edition-news': 250_011,
  'admin-home': 91_544,
  'admin-find-order': 212_764,
  'admin-guide': 85_840,
  'admin-login': 185_729,
  'admin-logout': 57_476,
  'admin-order': 213_874,
  'admin-orders-csv': 205_532,
  'admin-orders': 203_273,
  'admin-receipt': 238_257,
  'admin-reconciler': 170_432,
  'admin-sales': 182_643,
  'admin-session': 47_935,
  'admin-guides': 92_529,
  'admin-upload-part': 78_084,
  'admin-upload': 90_635,
  'admin-uploads': 81_712,
  'create-payment': 184_348,
  files: 238_842,
  'find-purchase': 234_891,
  health: 224_757,
  'mail-webhook': 186_380,
  'not-found': 1_744,
  orders: 205_596,
  products: 47_521,
  'purchase-page': 236_675,
  reconcile: 210_843,
  'secure-file-access': 236_002,
  'send-news': 204_604,
  'stop-news': 174_854,
  'stripe-webhook': 207_317,
  upload: 100_275,
  'verify-payment': 235_079,
};

/** How much more passes, so that a line of code needs no new number. */
export const LEEWAY = 1.02;

/** Bytes of what is loaded when it is first needed, by the file's name. */
export const LATER_BYTES: Readonly<Record<string, number>> = {
  stripe: 299_532,
  'check-pdf': 188_471,
  'stamp-pdf': 866_862,
};

/** Bytes of what these read in their turn. */
export const READ_BYTES: Readonly<Record<string, number>> = { 'pdfium.wasm': 3_988_829 };

/** Stripe's SDK takes half as long to load as all the rest: only what always asks Stripe loads it at once. */
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'reconcile', 'stripe-webhook'];

/** These ask Stripe for some calls only. */
export const MAY_ASK_STRIPE = [
  'admin-edition-news',
  'admin-find-order',
  'admin-order',
  'admin-orders',
  'admin-orders-csv',
  'admin-receipt',
  'files',
  'find-purchase',
  'health',
  'orders',
  'purchase-page',
  'secure-file-access',
  'send-news',
  'verify-payment',
];

/** Look into a PDF, and make room in it for an order's line. */
export const CHECKS_PDFS = ['admin-upload', 'upload'];
