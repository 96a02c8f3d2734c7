/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-home': 86_743,
  'admin-find-order': 201_901,
  'admin-guide': 79_185,
  'admin-login': 180_484,
  'admin-logout': 53_891,
  'admin-order': 191_137,
  'admin-orders-csv': 199_411,
  'admin-orders': 197_066,
  'admin-reconciler': 170_791,
  'admin-sales': 179_088,
  'admin-session': 46_546,
  'admin-guides': 78_211,
  'admin-upload-part': 76_653,
  'admin-upload': 71_781,
  'admin-uploads': 80_061,
  'create-payment': 183_791,
  files: 218_551,
  'not-found': 38_751,
  orders: 187_238,
  products: 45_216,
  'purchase-page': 214_920,
  reconcile: 186_528,
  'secure-file-access': 216_612,
  'stripe-webhook': 187_676,
  upload: 91_403,
  'verify-payment': 188_151,
};

/** How much more passes, so that a line of code needs no new number. */
export const LEEWAY = 1.02;

/** Bytes of what is loaded when it is first needed, by the file's name. */
export const LATER_BYTES: Readonly<Record<string, number>> = {
  stripe: 303_726,
  'check-pdf': 188_471,
};

/** Bytes of what these read in their turn. */
export const READ_BYTES: Readonly<Record<string, number>> = { 'pdfium.wasm': 3_988_829 };

/** Stripe's SDK takes as long to load as all the rest: only what always asks Stripe loads it at once. */
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'reconcile', 'stripe-webhook'];

/** These ask Stripe for some calls only. */
export const MAY_ASK_STRIPE = [
  'admin-find-order',
  'admin-order',
  'admin-orders',
  'admin-orders-csv',
  'files',
  'orders',
  'purchase-page',
  'secure-file-access',
  'verify-payment',
];

/** Look into a PDF. */
export const CHECKS_PDFS = ['admin-upload', 'upload'];
