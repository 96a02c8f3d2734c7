import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { getEnv } from '../platform/env.ts';

/** Netlify's edge overwrites this header. `x-forwarded-for` begins with what the client sent. */
const ADDRESS_HEADER = 'x-nf-client-connection-ip';

const CLIENT_ID_LENGTH = 22;

/** An IPv4-mapped IPv6 address, as `URL` formats it. */
const IPV4_IN_IPV6 = /^::ffff:(?<ipv4>\w+:\w+)$/;

/**
 * Returns an IPv4 address, or the /48 prefix of an IPv6 address. A /48 is the largest block that
 * one site gets (RFC 6177).
 *
 *     networkOf('2001:db8:1:2::abcd')  // "2001:db8:1"
 *     networkOf('::ffff:192.0.2.1')    // "c000:201"
 *     networkOf('192.0.2.1')           // "c000:201"
 */
const networkOf = (address: string): string => {
  const ipv6 = isIPv4(address) ? `::ffff:${address}` : address;
  if (!isIPv6(ipv6) || ipv6.includes('%')) return 'unknown';
  const canonical = new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
  const ipv4 = IPV4_IN_IPV6.exec(canonical)?.groups?.['ipv4'];
  if (ipv4 !== undefined) return ipv4;
  // "::" stands for at least two groups of zeros.
  const groups = canonical.replace(/::.*/, ':0:0').split(':');
  return groups.slice(0, 3).join(':');
};

/** Identifies a client's network in rate limits without revealing its IP address. */
export const clientIdOf = (request: Request): string => {
  const network = networkOf(request.headers.get(ADDRESS_HEADER)?.trim() ?? '');
  // Not Web Crypto, because it is asynchronous: `limitFlood` must reject a call before any other
  // work starts.
  const hmac = createHmac('sha256', `client:${getEnv().SIGNING_SECRET}`);
  return hmac.update(network).digest('base64url').slice(0, CLIENT_ID_LENGTH);
};
