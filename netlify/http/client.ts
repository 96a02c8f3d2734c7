import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { getEnv } from '../platform/env.ts';

/** Netlify's edge overwrites it. `x-forwarded-for` begins with whatever the client sent. */
const ADDRESS_HEADER = 'x-nf-client-connection-ip';

const ID_LENGTH = 22;

/** "2001:db8::1" as eight groups of hexadecimal digits. */
const groupsOf = (address: string): string[] => {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
};

/**
 * One client is an IPv4 address, or the /48 of an IPv6 address: the most that one site is given (RFC 6177), and
 * rented servers too. By the /64, such a site would be 65,536 clients. Neighbors may share a count, as they do behind
 * one IPv4 address. An IPv4 address in IPv6 form is the same client.
 *
 *     networkOf('2001:db8:1:2::abcd')  // "2001:db8:1"
 *     networkOf('::ffff:192.0.2.1')    // "c000:201", as of 192.0.2.1
 */
const networkOf = (address: string): string => {
  const given = isIPv4(address) ? `::ffff:${address}` : address;
  if (!isIPv6(given) || given.includes('%')) return 'unknown';
  const groups = groupsOf(given);
  const isV4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return (isV4 ? groups.slice(6) : groups.slice(0, 3)).join(':');
};

/** The name of the caller in a counter. Without the secret, it does not reveal the address. */
export const clientOf = (request: Request): string => {
  const network = networkOf(request.headers.get(ADDRESS_HEADER)?.trim() ?? '');
  // Web Crypto would be asynchronous. A call over its limit is refused before anything else starts.
  const hmac = createHmac('sha256', `client:${getEnv().SIGNING_SECRET}`);
  return hmac.update(network).digest('base64url').slice(0, ID_LENGTH);
};
