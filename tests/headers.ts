type Sent = Readonly<Record<string, string>>;

const EVERYWHERE: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /(^|; ?)frame-ancestors 'none'(;|$)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy':
    /^(?=.*\bcamera=\(\))(?=.*\bmicrophone=\(\))(?=.*\bgeolocation=\(\))[\w=(), -]+$/,
  'referrer-policy': /^(no-referrer|same-origin|strict-origin-when-cross-origin)$/,
  'strict-transport-security': /^max-age=63072000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
};

const PRIVATE: Readonly<Record<string, RegExp>> = {
  'cache-control': /\bno-(store|cache)\b/,
  'referrer-policy': /^no-referrer$/,
  'x-robots-tag': /^noindex$/,
};
const NO_STORE = { 'cache-control': /^no-store$/ };

/**
 * 'site': a file. 'share': a picture for others to show. 'key': its address holds the session id. 'admin': a page
 * of the owner's. 'answer': a function's.
 */
export type Kind = 'site' | 'share' | 'key' | 'admin' | 'answer';

const EXPECTED: Readonly<Record<Kind, Readonly<Record<string, RegExp>>>> = {
  site: EVERYWHERE,
  share: { ...EVERYWHERE, 'cross-origin-resource-policy': /^cross-origin$/ },
  key: { ...EVERYWHERE, ...PRIVATE, ...NO_STORE },
  admin: { ...EVERYWHERE, ...PRIVATE, ...NO_STORE, 'referrer-policy': /^same-origin$/ },
  answer: { ...EVERYWHERE, ...PRIVATE, 'referrer-policy': /^(no-referrer|same-origin)$/ },
};

/** How long browsers may keep a file of the built site without asking. */
const KEPT: readonly (readonly [path: RegExp, value: RegExp])[] = [
  [/^\/_astro\//, /^public, max-age=31536000, immutable$/],
  [
    /^\/(drawings|printables)\/|^\/favicon\.(svg|ico)$/,
    /^public, max-age=604800, stale-while-revalidate=\d+$/,
  ],
  [/^\/(og|covers)\//, /^public, max-age=86400$/],
  [/^\/(payment-success|guide-download|admin-)/, /^no-store$/],
  [/^\//, /^public, max-age=0, must-revalidate$/],
];

/** The faults of a file's lifetime, in words. */
export const lifetimeFaults = (sent: string | null | undefined, path: string): string[] => {
  const [, value] = KEPT.find(([paths]) => paths.test(path)) ?? [];
  return value?.test(sent ?? '') ? [] : [`${path} is kept: ${sent ?? 'missing'}`];
};

/** Sources that no policy may have. */
const TOO_WIDE =
  /'unsafe-[\w-]+'|\*|http:(?!\/\/localhost:\d+(?:[ ;]|$))|\b(?:data|blob|https):(?!\/\/)/g;

/** Sources by directive. */
export const directivesOf = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

export const policyFaults = (policy: string): string[] =>
  [...policy.matchAll(TOO_WIDE)].map(([found]) => `too wide: ${found}`);

/** The faults of an answer's headers, in words. */
export const headerFaults = (headers: Headers | Sent, kind: Kind): string[] => {
  const sent: Sent = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const missing = Object.entries(EXPECTED[kind])
    .filter(([name, value]) => !value.test(sent[name] ?? ''))
    .map(([name]) => `${name}: ${sent[name] ?? 'missing'}`);
  const policy = sent['content-security-policy'] ?? '';
  const isOpen = kind === 'answer' && !/default-src 'none'/.test(policy);
  return [...missing, ...(isOpen ? [`open policy: ${policy}`] : []), ...policyFaults(policy)];
};

/** The kind of a path of the built site, such as "/og/home.png". */
export const kindOf = (path: string): Kind => {
  if (/^\/(og|covers)\//.test(path)) return 'share';
  if (path.startsWith('/admin-')) return 'admin';
  return /^\/(payment-success|guide-download)/.test(path) ? 'key' : 'site';
};
