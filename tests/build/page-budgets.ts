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
  '/': { frame: 9477, css: 4123, js: 71_384, picture: 2304, requests: 3 },
  'a guide': { frame: 8570, css: 4491, js: 71_384, picture: 5829, requests: 3 },
  '/about': { frame: 5863, css: 3038, js: 0, picture: 0, requests: 3 },
  '/faqs': { frame: 4642, css: 2884, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4117, css: 2447, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 4006, css: 2366, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4081, css: 2413, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 4031, css: 2341, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 6710, css: 2794, js: 71_144, picture: 0, requests: 8 },
  '/guide-download': { frame: 8507, css: 3358, js: 72_798, picture: 0, requests: 8 },
  '/admin-upload': { frame: 6425, css: 3985, js: 71_905, picture: 0, requests: 7 },
  '/admin-orders': { frame: 6821, css: 4366, js: 71_904, picture: 0, requests: 7 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
