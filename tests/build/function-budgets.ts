/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-announcements': 240_855,
  'admin-find-order': 202_384,
  'admin-guide': 73_543,
  'admin-login': 176_997,
  'admin-logout': 46_074,
  'admin-order': 203_731,
  'admin-orders-csv': 192_420,
  'admin-orders': 190_611,
  'admin-receipt': 223_594,
  'admin-reconciler': 168_763,
  'admin-refund': 238_277,
  'admin-sales': 180_787,
  'admin-session': 45_490,
  'admin-guides': 90_793,
  'admin-upload-part': 75_062,
  'admin-upload': 88_097,
  'admin-uploads': 79_358,
  'create-payment': 174_735,
  files: 237_573,
  'find-purchase': 231_652,
  health: 218_812,
  invoice: 175_096,
  'mail-webhook': 182_930,
  'not-found': 1_744,
  orders: 210_382,
  products: 46_666,
  'purchase-page': 233_860,
  reconcile: 229_823,
  'secure-file-access': 237_837,
  'send-announcements': 194_005,
  'opt-out': 174_520,
  'stripe-webhook': 211_639,
  upgrade: 218_735,
  upload: 92_440,
  'verify-payment': 237_386,
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
export const ALWAYS_ASKS_STRIPE = ['create-payment', 'reconcile', 'stripe-webhook', 'upgrade'];

/** Look into a PDF, and make room in it for an order's line. */
export const CHECKS_PDFS = ['admin-upload', 'upload'];
