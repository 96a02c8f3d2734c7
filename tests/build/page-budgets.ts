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
  '/': { html: 12_643, css: 4114, js: 71_384, pictures: 10_942, requests: 3 },
  '/guide-1': { html: 11_109, css: 4476, js: 71_384, pictures: 23_405, requests: 3 },
  '/guide-2': { html: 10_860, css: 4350, js: 71_384, pictures: 20_283, requests: 3 },
  '/guide-3': { html: 10_809, css: 4350, js: 71_384, pictures: 22_519, requests: 3 },
  '/about': { html: 7672, css: 3032, js: 0, pictures: 0, requests: 3 },
  '/faqs': { html: 7851, css: 2868, js: 0, pictures: 0, requests: 3 },
  '/privacy': { html: 6394, css: 2353, js: 0, pictures: 0, requests: 3 },
  '/refunds': { html: 5180, css: 2325, js: 0, pictures: 0, requests: 3 },
  '/terms': { html: 6155, css: 2353, js: 0, pictures: 0, requests: 3 },
  '/404': { html: 4607, css: 2354, js: 0, pictures: 0, requests: 3 },
  '/payment-canceled': { html: 4685, css: 2395, js: 0, pictures: 0, requests: 3 },
  '/payment-error': { html: 4725, css: 2325, js: 0, pictures: 0, requests: 3 },
  '/payment-success': { html: 7467, css: 2775, js: 71_144, pictures: 0, requests: 8 },
  '/guide-download': { html: 9444, css: 3346, js: 72_798, pictures: 0, requests: 8 },
  '/admin-upload': { html: 7148, css: 3967, js: 71_905, pictures: 0, requests: 7 },
  '/admin-orders': { html: 7450, css: 4353, js: 71_904, pictures: 0, requests: 7 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets (RFC 6928). */
export const FIRST_FLIGHT = 14_000;

/** What a phone fetches before a parent scrolls or buys. */
export const PHONE_BYTES = 60_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
