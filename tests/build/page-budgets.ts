/** What a page is, in bytes as a browser fetches it (brotli), and in requests before a parent does anything. */
export type PageBudget = {
  /** The document with its styles. What fits into the first 14 kB arrives at once on a new connection. */
  readonly html: number;
  /** Of that, the styles, compressed by themselves. */
  readonly css: number;
  /** The scripts that come at load, or at the first sign of a parent who wants to buy. */
  readonly js: number;
  /** The pictures, the lazy ones too. */
  readonly pictures: number;
  readonly requests: number;
};

/** How each page stands. */
export const PAGES: Readonly<Record<string, PageBudget>> = {
  '/': { html: 12_678, css: 4118, js: 71_384, pictures: 10_942, requests: 3 },
  '/guide-1': { html: 11_185, css: 4484, js: 71_384, pictures: 23_405, requests: 3 },
  '/guide-2': { html: 10_910, css: 4356, js: 71_384, pictures: 20_283, requests: 3 },
  '/guide-3': { html: 10_874, css: 4356, js: 71_384, pictures: 22_519, requests: 3 },
  '/about': { html: 7751, css: 3036, js: 0, pictures: 0, requests: 3 },
  '/faqs': { html: 7893, css: 2877, js: 0, pictures: 0, requests: 3 },
  '/privacy': { html: 6473, css: 2441, js: 0, pictures: 0, requests: 3 },
  '/refunds': { html: 5279, css: 2409, js: 0, pictures: 0, requests: 3 },
  '/terms': { html: 6251, css: 2441, js: 0, pictures: 0, requests: 3 },
  '/404': { html: 4657, css: 2359, js: 0, pictures: 0, requests: 3 },
  '/payment-canceled': { html: 4737, css: 2403, js: 0, pictures: 0, requests: 3 },
  '/payment-error': { html: 4782, css: 2334, js: 0, pictures: 0, requests: 3 },
  '/payment-success': { html: 7545, css: 2787, js: 71_144, pictures: 0, requests: 8 },
  '/guide-download': { html: 9489, css: 3358, js: 72_798, pictures: 0, requests: 8 },
  '/admin-upload': { html: 7192, css: 3969, js: 71_905, pictures: 0, requests: 7 },
  '/admin-orders': { html: 7509, css: 4357, js: 71_904, pictures: 0, requests: 7 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
