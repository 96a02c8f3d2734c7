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
  '/': { frame: 9433, css: 4123, js: 71_599, picture: 2304, requests: 3 },
  'a guide': { frame: 9203, css: 5003, js: 71_770, picture: 5829, requests: 3 },
  '/about': { frame: 5776, css: 2961, js: 0, picture: 0, requests: 3 },
  '/faqs': { frame: 4543, css: 2802, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4677, css: 2908, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 3938, css: 2309, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4011, css: 2355, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 4009, css: 2314, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 6624, css: 2719, js: 70_480, picture: 0, requests: 11 },
  '/guide-download': { frame: 8582, css: 3447, js: 73_089, picture: 0, requests: 13 },
  '/admin-upload': { frame: 6651, css: 4214, js: 71_783, picture: 0, requests: 11 },
  '/admin-orders': { frame: 7497, css: 5069, js: 71_796, picture: 0, requests: 11 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
