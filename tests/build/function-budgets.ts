/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-edition-news': 253_341,
  'admin-find-order': 213_334,
  'admin-guide': 84_489,
  'admin-login': 186_073,
  'admin-logout': 57_484,
  'admin-order': 214_444,
  'admin-orders-csv': 206_135,
  'admin-orders': 203_876,
  'admin-receipt': 233_139,
  'admin-reconciler': 171_360,
  'admin-sales': 182_908,
  'admin-session': 47_943,
  'admin-guides': 92_836,
  'admin-upload-part': 78_093,
  'admin-upload': 90_960,
  'admin-uploads': 81_721,
  'create-payment': 176_831,
  files: 232_516,
  'find-purchase': 238_712,
  health: 225_101,
  'mail-webhook': 187_645,
  'not-found': 1_744,
  orders: 204_251,
  products: 47_608,
  'purchase-page': 238_300,
  reconcile: 225_400,
  'secure-file-access': 232_779,
  'send-news': 199_480,
  'stop-news': 175_271,
  'stripe-webhook': 205_972,
  upload: 100_284,
  'verify-payment': 231_949,
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
