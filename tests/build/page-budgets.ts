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
  '/': { frame: 10_163, css: 4664, js: 71_770, picture: 2304, requests: 3 },
  'a guide': { frame: 9203, css: 5003, js: 71_770, picture: 5829, requests: 3 },
  '/about': { frame: 6448, css: 3526, js: 0, picture: 0, requests: 3 },
  '/faqs': { frame: 5243, css: 3379, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4677, css: 2908, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 4592, css: 2828, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4656, css: 2872, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 4632, css: 2831, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 7209, css: 3143, js: 70_607, picture: 0, requests: 11 },
  '/guide-download': { frame: 9214, css: 3891, js: 73_362, picture: 0, requests: 13 },
  '/admin-upload': { frame: 7136, css: 4546, js: 71_800, picture: 0, requests: 11 },
  '/admin-orders': { frame: 7476, css: 5067, js: 71_815, picture: 0, requests: 11 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
