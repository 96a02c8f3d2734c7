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
  '/': { html: 13_299, css: 4683, js: 71_416, pictures: 7745, requests: 3 },
  '/guide-1': { html: 11_451, css: 5038, js: 71_416, pictures: 24_419, requests: 3 },
  '/guide-2': { html: 11_179, css: 4893, js: 71_416, pictures: 21_219, requests: 3 },
  '/guide-3': { html: 11_131, css: 4934, js: 71_416, pictures: 22_695, requests: 3 },
  '/about': { html: 7798, css: 3288, js: 0, pictures: 465, requests: 3 },
  '/faqs': { html: 7934, css: 3312, js: 0, pictures: 465, requests: 3 },
  '/privacy': { html: 6443, css: 2779, js: 0, pictures: 465, requests: 3 },
  '/refunds': { html: 5271, css: 2771, js: 0, pictures: 465, requests: 3 },
  '/terms': { html: 6243, css: 2809, js: 0, pictures: 465, requests: 3 },
  '/404': { html: 4681, css: 2690, js: 0, pictures: 465, requests: 3 },
  '/payment-canceled': { html: 4745, css: 2734, js: 0, pictures: 465, requests: 3 },
  '/payment-error': { html: 4799, css: 2682, js: 0, pictures: 465, requests: 3 },
  '/payment-success': { html: 7556, css: 3095, js: 71_112, pictures: 465, requests: 8 },
  '/guide-download': { html: 9690, css: 3737, js: 72_785, pictures: 465, requests: 8 },
  '/admin-upload': { html: 7428, css: 4301, js: 71_905, pictures: 0, requests: 7 },
  '/admin-orders': { html: 7596, css: 4586, js: 71_905, pictures: 0, requests: 7 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
