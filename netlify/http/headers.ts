/**
 * What every answer of the shop carries. `[[headers]]` of netlify.toml reaches files alone and functions
 * bring their own, so both say it: tests/build/headers.test.ts holds netlify.toml to this file.
 */
const EVERYWHERE = {
  // Strict even though a buy opens a tab: the shop lets go of that tab and only sends it on.
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

/** A page of the site has the rest of its policy in a meta tag, which cannot say this. */
export const FRAMING = "frame-ancestors 'none'";

type Headers = Readonly<Record<string, string>>;

/** A file of the site. */
export const FILE_HEADERS: Headers = {
  ...EVERYWHERE,
  'content-security-policy': FRAMING,
  // Not `no-referrer`: browsers would then send `Origin: null` with the form of a buy button.
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** A page whose address holds the session id, which is the buyer's key. */
export const PRIVATE_HEADERS: Headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** A function's answer: data or a download, neither of which loads anything. */
const ANSWER_HEADERS: Headers = {
  ...EVERYWHERE,
  ...PRIVATE_HEADERS,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Adds what the answer does not say itself. */
export const secure = (response: Response): Response => {
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
};

/**
 * How a browser treats an answer, and the name it saves it under (RFC 6266). Every name here is made of
 * letters, digits, dots and hyphens, as the catalogue's schema has it: so nothing is to be escaped, and the
 * exact form of RFC 8187 is the same.
 */
export const contentDisposition = (
  fileName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string => `${type}; filename="${fileName}"; filename*=UTF-8''${fileName}`;
