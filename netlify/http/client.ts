import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { getEnv } from '../platform/env.ts';

/** Netlify's edge overwrites it. `x-forwarded-for` begins with whatever the client sent. */
const ADDRESS_HEADER = 'x-nf-client-connection-ip';

const ID_LENGTH = 22;

/**
 * One client is an IPv4 address, or the /48 of an IPv6 address: the most that one site is given (RFC 6177), and
 * rented servers too. By the /64, such a site would be 65,536 clients. Neighbors may share a count, as they do behind
 * one IPv4 address. An IPv4 address in IPv6 form is the same client.
 *
 *     networkOf('2001:db8:1:2::abcd')  // "[2001:db8:1"
 *     networkOf('::ffff:192.0.2.1')    // "192.0.2.1"
 */
const networkOf = (address: string): string => {
  const given = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIPv4(given)) return given;
  if (!URL.canParse(`http://[${given}]`)) return 'unknown';
  // The host has groups without leading zeros, in lower case.
  return new URL(`http://[${given}]`).host.split(':').slice(0, 3).join(':');
};

/** The name of the caller in a counter. Without the secret, it does not reveal the address. */
export const clientOf = (request: Request): string => {
  const network = networkOf(request.headers.get(ADDRESS_HEADER)?.trim() ?? '');
  // Web Crypto would be asynchronous. A call over its limit is refused before anything else starts.
  const hmac = createHmac('sha256', `client:${getEnv().SIGNING_SECRET}`);
  return hmac.update(network).digest('base64url').slice(0, ID_LENGTH);
};
