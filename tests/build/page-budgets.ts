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
  '/': { frame: 9460, css: 4131, js: 71_770, picture: 2304, requests: 3 },
  'a guide': { frame: 8563, css: 4494, js: 71_770, picture: 5829, requests: 3 },
  '/about': { frame: 5787, css: 2960, js: 0, picture: 0, requests: 3 },
  '/faqs': { frame: 4549, css: 2809, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4024, css: 2360, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 3939, css: 2306, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4005, css: 2355, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 3998, css: 2315, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 6640, css: 2713, js: 70_607, picture: 0, requests: 11 },
  '/guide-download': { frame: 8609, css: 3444, js: 73_362, picture: 0, requests: 13 },
  '/admin-upload': { frame: 6484, css: 4037, js: 71_800, picture: 0, requests: 11 },
  '/admin-orders': { frame: 6887, css: 4434, js: 71_815, picture: 0, requests: 11 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
