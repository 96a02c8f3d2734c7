/**
 * On https the name says what a browser then insists on: set by this host alone, for all of it (RFC 6265bis
 * section 4.1.3.2). So no other site below the same domain can plant one. On http browsers refuse it.
 */
export const cookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name;

/** The value of a cookie, or null (RFC 6265 section 5.4). */
export const readCookie = (request: Request, name: string): string | null => {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
};

type CookieOptions = {
  readonly name: string;
  /** Needs no escaping, as base64url does not. */
  readonly value: string;
  readonly maxAgeInSeconds: number;
  /** A browser keeps a Secure cookie of http for localhost only, if at all. */
  readonly isSecure: boolean;
};

/**
 * A cookie for this server alone, and for every path of it, as `__Host-` asks. Strict, since only pages of the
 * shop send requests that need one.
 */
export const cookieHeader = (options: CookieOptions): string => {
  const { name, value, maxAgeInSeconds, isSecure } = options;
  const attributes = ['Path=/', `Max-Age=${maxAgeInSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${name}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
};
