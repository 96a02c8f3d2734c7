/**
 * `[[headers]]` in netlify.toml applies to files only, so functions set these themselves.
 * tests/build/headers.test.ts compares netlify.toml with this file.
 */
const COMMON_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Two years. Excludes subdomains, because the owner's other sites may have no certificate.
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  // For browsers that don't support frame-ancestors.
  'x-frame-options': 'DENY',
} as const;

/** The rest of a page's policy is in its meta tag, which cannot contain this directive. */
export const FRAMING = "frame-ancestors 'none'";

type HeaderValues = Readonly<Record<string, string>>;

export const FILE_HEADERS: HeaderValues = {
  ...COMMON_HEADERS,
  'content-security-policy': FRAMING,
  // With `no-referrer`, browsers would send `Origin: null` with a buy button's form.
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** For a page whose URL contains the session id, which is the buyer's key. */
export const PRIVATE_HEADERS: HeaderValues = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

const FUNCTION_HEADERS: HeaderValues = {
  ...COMMON_HEADERS,
  ...PRIVATE_HEADERS,
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Hono's `secureHeaders` would replace the headers that a response already has. */
export const addMissingHeaders = (response: Response): Response => {
  for (const [name, value] of Object.entries(FUNCTION_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
};
