const EVERYWHERE: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /(^|; ?)frame-ancestors 'none'(;|$)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy':
    /^(?=.*\bcamera=\(\))(?=.*\bmicrophone=\(\))(?=.*\bgeolocation=\(\))[\w=(), -]+$/,
  'referrer-policy': /^(no-referrer|same-origin|strict-origin-when-cross-origin)$/,
  // No includeSubDomains, because the owner's other subdomains may have no certificate.
  'strict-transport-security': /^max-age=63072000$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
};

const PRIVATE: typeof EVERYWHERE = {
  ...EVERYWHERE,
  'cache-control': /^no-store$/,
  'referrer-policy': /^no-referrer$/,
  'x-robots-tag': /^noindex$/,
};

/**
 * The page that payment-success shows in a frame. "sandbox" gives it an opaque origin, even if it
 * is opened directly.
 */
const FRAME: typeof EVERYWHERE = {
  ...PRIVATE,
  'content-security-policy': /^frame-ancestors 'self'; sandbox allow-scripts$/,
  'x-frame-options': /^SAMEORIGIN$/,
};

/**
 * 'site': a plain file. 'share': an image that other sites embed. 'key': the URL contains the
 * session id. 'frame': a page that only the shop may frame. 'drawing': an owner's SVG, which could
 * contain a script. 'admin': an owner's page. 'answer': a function's response.
 */
export type Kind = 'site' | 'share' | 'key' | 'frame' | 'drawing' | 'admin' | 'answer';

/**
 * Allows no scripts and no requests, and gives the drawing an opaque origin. A drawing may contain
 * inline styles and embedded pictures.
 */
const DRAWING_POLICY =
  /^default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'$/;

const EXPECTED: Readonly<Record<Kind, typeof EVERYWHERE>> = {
  site: EVERYWHERE,
  share: { ...EVERYWHERE, 'cross-origin-resource-policy': /^cross-origin$/ },
  key: PRIVATE,
  frame: FRAME,
  drawing: { ...EVERYWHERE, 'content-security-policy': DRAWING_POLICY },
  admin: { ...PRIVATE, 'referrer-policy': /^same-origin$/ },
  answer: {
    ...PRIVATE,
    'cache-control': /\bno-(store|cache)\b/,
    'content-security-policy': /^default-src 'none';(.*;)? frame-ancestors 'none'(;|$)/,
    'referrer-policy': /^(no-referrer|same-origin)$/,
  },
};

/** Sources that no policy may contain. */
const TOO_WIDE = /'unsafe-[\w-]+'|\*|\bhttp:|\b(?:data|blob|https):(?!\/\/)/g;

/** Maps each directive of a policy to its sources. */
export const directivesOf = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

export const policyFaults = (policy: string): string[] =>
  [...policy.matchAll(TOO_WIDE)].map(([found]) => `too wide: ${found}`);

/** Describes each header of a response of this kind that is missing or has a wrong value. */
export const headerFaults = (headers: Headers, kind: Kind): string[] => {
  const wrong = Object.entries(EXPECTED[kind]).filter(
    ([name, value]) => !value.test(headers.get(name) ?? ''),
  );
  const faults = wrong.map(([name]) => `${name}: ${headers.get(name) ?? 'missing'}`);
  if (kind === 'drawing') return faults;
  return [...faults, ...policyFaults(headers.get('content-security-policy') ?? '')];
};
