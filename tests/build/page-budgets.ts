/** What a page is, in bytes as a browser fetches it (brotli at quality 5), and in requests until it is there. */
export type PageBudget = {
  /** The document with its styles, but without the words that it takes from content/. */
  readonly frame: number;
  /** Of that, the styles, compressed by themselves. */
  readonly css: number;
  /** The scripts of its islands, whenever they come. */
  readonly js: number;
  /** The heaviest of its pictures, the lazy ones too. */
  readonly picture: number;
  readonly requests: number;
};

/** How each page stands, and of each kind that an editor may add to, the heaviest. */
export const PAGES: Readonly<Record<string, PageBudget>> = {
  '/': { frame: 10_359, css: 4681, js: 76_074, picture: 2304, requests: 3 },
  'a guide': { frame: 9644, css: 4811, js: 76_604, picture: 2304, requests: 3 },
  '/lesson': { frame: 8530, css: 4092, js: 76_026, picture: 2304, requests: 3 },
  '/about': { frame: 5767, css: 3399, js: 0, picture: 2304, requests: 3 },
  '/faqs': { frame: 7209, css: 3305, js: 65_944, picture: 0, requests: 3 },
  // In a shop that sends no mail.
  '/find-purchase': { frame: 4953, css: 2684, js: 0, picture: 0, requests: 3 },
  'a legal page': { frame: 4669, css: 2756, js: 0, picture: 0, requests: 3 },
  '/404': { frame: 4442, css: 2698, js: 0, picture: 0, requests: 3 },
  '/shell': { frame: 4233, css: 2727, js: 0, picture: 0, requests: 3 },
  '/payment-canceled': { frame: 4508, css: 2741, js: 0, picture: 0, requests: 3 },
  '/payment-error': { frame: 4476, css: 2679, js: 0, picture: 0, requests: 3 },
  '/payment-success': { frame: 7487, css: 3235, js: 69_043, picture: 0, requests: 6 },
  '/guide-download': { frame: 8520, css: 3945, js: 81_055, picture: 1516, requests: 7 },
  '/admin-upload': { frame: 7819, css: 4982, js: 78_453, picture: 0, requests: 7 },
  '/admin-orders': { frame: 8782, css: 5947, js: 78_467, picture: 0, requests: 7 },
  '/admin-health': { frame: 5904, css: 3231, js: 68_699, picture: 0, requests: 6 },
};

export const FONT_BYTES = 23_800;

/** What a server sends before it waits for the first answer: ten packets of 1,460 bytes (RFC 6928), less the headers. */
export const FIRST_FLIGHT = 14_100;

/** What a phone fetches before a parent scrolls or buys, but for the scripts. */
export const PHONE_BYTES = 62_000;

/** All scripts of a page that sells. */
export const SCRIPT_BYTES = 80_000;

/** How much more passes, so that a sentence or a line of code needs no new number. */
export const LEEWAY = 1.03;
