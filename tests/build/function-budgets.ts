/**
 * Bytes of what is loaded with each function, as they stand. A new instance reads, compiles and runs all of
 * it before it answers, while a parent waits.
 */
export const CODE_BYTES: Readonly<Record<string, number>> = {
  'admin-desk': 183_024,
  'admin-find-order': 290_504,
  'admin-guide': 179_156,
  'admin-login': 273_105,
  'admin-logout': 149_775,
  'admin-order-access': 291_463,
  'admin-order': 288_231,
  'admin-orders-csv': 288_405,
  'admin-orders': 286_219,
  'admin-reconciler': 271_152,
  'admin-restore': 182_360,
  'admin-sales': 269_392,
  'admin-session': 146_258,
  'admin-shelf': 178_343,
  'admin-upload-part': 172_073,
  'admin-upload-publish': 184_183,
  'admin-upload': 171_050,
  'admin-uploads': 179_239,
  'create-payment': 281_674,
  files: 314_640,
  'not-found': 141_005,
  orders: 281_621,
  products: 151_804,
  'purchase-page': 312_492,
  reconcile: 286_904,
  'secure-file-access': 309_620,
  'stripe-webhook': 282_139,
  upload: 187_687,
  'verify-payment': 282_534,
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
