/** The value of a cookie, or null (RFC 6265 section 5.4). */
export const readCookie = (request: Request, name: string): string | null => {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
};

type CookieOptions = {
  readonly name: string;
  /** Needs no escaping, as base64url does not. */
  readonly value: string;
  /** The browser sends it here and below. */
  readonly path: string;
  readonly maxAgeInSeconds: number;
  /** A browser keeps a Secure cookie of http for localhost only, if at all. */
  readonly isSecure: boolean;
};

/**
 * A cookie for this server alone. Strict works even for a parent who comes back from the payment page:
 * what counts is where the request starts that the cookie goes with, and that is a page of the shop.
 */
export const cookieHeader = (options: CookieOptions): string => {
  const { name, value, path, maxAgeInSeconds, isSecure } = options;
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeInSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${name}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
};
