/** What a page is, in bytes as a browser fetches it (brotli at quality 5), and in requests until it is there. */
export type PageBudget = {
  /** The document with its styles, but without the words that it takes from content/. */
  readonly frame: number;
  /** Of that, the styles, compressed by themselves. */
  readonly css: number;
  /** The scripts that come at load, once the page is there, or at the first sign of a parent who wants to buy. */
  readonly js: number;
  /** The heaviest of its pictures, the lazy ones too. */
  readonly picture: number;
  readonly requests: number;
};

/** How each page stands, and of each kind that an editor may add to, the heaviest. */
export const PAGES: Readonly<Record<string, PageBudget>> = {
  '/': { frame: 10_607, css: 4127, js: 75_243, picture: 2304, requests: 3 },
  'a guide': { frame: 9771, css: 4508, js: 75_243, picture: 5829, requests: 3 },
  '/about': { frame: 5958, css: 2973, js: 0, picture: 0, requests: 3 },
  '/faqs': { frame: 4834, css: 2848, js: 0, picture: 0, requests: 3 },
  // In a shop that sends no mail.
  '/find-purchase': { frame: 4441, css: 2318, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4133, css: 2374, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 4029, css: 2305, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4100, css: 2347, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 4083, css: 2308, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 7208, css: 2679, js: 0, picture: 0, requests: 3 },
  '/guide-download': { frame: 12_913, css: 3319, js: 75_829, picture: 0, requests: 6 },
  '/admin-upload': { frame: 7299, css: 4516, js: 78_475, picture: 0, requests: 7 },
  '/admin-orders': { frame: 8224, css: 5443, js: 78_478, picture: 0, requests: 7 },
  '/admin-health': { frame: 5567, css: 2937, js: 78_489, picture: 0, requests: 7 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets of 1,460 bytes (RFC 6928), less the headers. */
export const FIRST_FLIGHT = 14_200;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_500;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
