/** What a page is, in bytes as a browser fetches it (brotli), and in requests before a parent does anything. */
export type PageBudget = {
  /** The document with its styles, but without the words that it takes from content/. */
  readonly frame: number;
  /** Of that, the styles, compressed by themselves. */
  readonly css: number;
  /** The scripts that come at load, or at the first sign of a parent who wants to buy. */
  readonly js: number;
  /** The heaviest of its pictures, the lazy ones too. */
  readonly picture: number;
  readonly requests: number;
};

/** How each page stands, and of each kind that an editor may add to, the heaviest. */
export const PAGES: Readonly<Record<string, PageBudget>> = {
  '/': { frame: 9469, css: 4121, js: 71_564, picture: 2304, requests: 3 },
  'a guide': { frame: 8529, css: 4509, js: 71_564, picture: 5703, requests: 3 },
  '/about': { frame: 5772, css: 2959, js: 0, picture: 0, requests: 3 },
  '/faqs': { frame: 4735, css: 2798, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4011, css: 2357, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 3932, css: 2309, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4002, css: 2357, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 3992, css: 2316, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 6624, css: 2711, js: 70_384, picture: 0, requests: 8 },
  '/guide-download': { frame: 8593, css: 3449, js: 72_768, picture: 0, requests: 8 },
  '/admin-upload': { frame: 6666, css: 4218, js: 72_151, picture: 0, requests: 8 },
  '/admin-orders': { frame: 7497, css: 5058, js: 72_142, picture: 0, requests: 8 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
