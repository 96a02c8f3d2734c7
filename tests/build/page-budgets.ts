/** What a page is, in bytes as a browser fetches it (brotli), and in requests until it is there. */
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
  '/': { frame: 10_617, css: 4095, js: 70_621, picture: 2304, requests: 3 },
  'a guide': { frame: 9905, css: 4461, js: 70_621, picture: 5703, requests: 3 },
  '/about': { frame: 5772, css: 2959, js: 0, picture: 0, requests: 3 },
  '/faqs': { frame: 4734, css: 2798, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4011, css: 2357, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 3932, css: 2309, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4002, css: 2357, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 3992, css: 2316, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 6980, css: 2647, js: 0, picture: 0, requests: 3 },
  '/guide-download': { frame: 12_185, css: 3283, js: 70_479, picture: 0, requests: 6 },
  '/admin-upload': { frame: 6666, css: 4231, js: 71_745, picture: 0, requests: 7 },
  '/admin-orders': { frame: 7513, css: 5058, js: 71_743, picture: 0, requests: 7 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
