/**
 * Headers of every answer. `[[headers]]` in netlify.toml applies to files only, and functions set their own.
 * tests/build/headers.test.ts compares netlify.toml with this file.
 */
const EVERYWHERE = {
  // Strict although a purchase opens a tab: the shop keeps no reference to that tab.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()',
  // Two years, as hstspreload.org asks; the preload list itself is the owner's choice.
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
} as const;

/** The rest of a page's policy is in its meta tag, where this directive is not allowed. */
export const FRAMING = "frame-ancestors 'none'";

type Headers = Readonly<Record<string, string>>;

/** For files of the site. */
export const FILE_HEADERS: Headers = {
  ...EVERYWHERE,
  'content-security-policy': FRAMING,
  // With `no-referrer`, browsers would send `Origin: null` with a buy button's form.
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** For a page whose address holds the session id, the buyer's key. */
export const PRIVATE_HEADERS: Headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** For a function's answer, data or a download, which loads nothing. */
const ANSWER_HEADERS: Headers = {
  ...EVERYWHERE,
  ...PRIVATE_HEADERS,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Adds the headers that the answer does not set itself. */
export const secure = (response: Response): Response => {
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
};

/**
 * Content-Disposition with a file name (RFC 6266). The catalog's schema allows letters, digits, dots and hyphens
 * only, so neither form of the name needs escaping.
 */
export const contentDisposition = (
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string => `${type}; filename="${fileName}"; filename*=UTF-8''${fileName}`;
