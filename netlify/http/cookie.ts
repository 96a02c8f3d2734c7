/**
 * Browsers accept a `__Host-` cookie from this host only (RFC 6265bis section 4.1.3.2), so no other site of the same
 * domain can plant one. On http they refuse it.
 */
const nameOf = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** The value of a cookie, or null (RFC 6265 section 5.4). */
export const readCookie = (request: Request, name: string, isSecure: boolean): string | null => {
  const start = `${nameOf(name, isSecure)}=`;
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? null;
};

type Cookie = {
  readonly name: string;
  /** It must need no escaping, as base64url does not. */
  readonly value: string;
  readonly maxAgeInSeconds: number;
  /** On http, a browser keeps a Secure cookie for localhost only, if at all. */
  readonly isSecure: boolean;
};

/** A cookie for every path, as `__Host-` requires. Strict, since only the shop's own pages need it. */
export const cookieHeader = ({ name, value, maxAgeInSeconds, isSecure }: Cookie): string =>
  `${nameOf(name, isSecure)}=${value}; Path=/; Max-Age=${maxAgeInSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
