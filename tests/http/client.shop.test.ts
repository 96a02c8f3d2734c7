import { expect, test } from 'vitest';
import { clientOf } from '../../netlify/http/client.ts';
import { openTestShop } from '../shop/shop.ts';

await openTestShop();

const clientAt = (address: string, claims: Record<string, string> = {}) =>
  clientOf(
    new Request('https://shop.example/', {
      headers: { 'x-nf-client-connection-ip': address, ...claims },
    }),
  );

test.each<[string, string, string, Record<string, string>?]>([
  ['whatever addresses they claim', '192.0.2.1', '192.0.2.1', { 'x-forwarded-for': '192.0.2.9' }],
  ['whatever else says so', '192.0.2.1', '192.0.2.1', { forwarded: 'for=1.2.3.4' }],
  ['in the whole /48 of an IPv6 address', '2001:db8:1:2::1', '2001:0DB8:1:3:ffff:a:b:c'],
  ['by IPv4 in the form of IPv6', '::ffff:192.0.2.1', '192.0.2.1'],
])('a client is the same %s', (_how, one, again, claims = {}) => {
  expect(clientAt(again, claims)).toBe(clientAt(one));
});

test.each([
  ['IPv4 address', '192.0.2.1', '192.0.2.2'],
  ['/48 of IPv6', '2001:db8:1:2::1', '2001:db8:2:2::1'],
  ['IPv4 address in the form of IPv6', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
])('another %s is another client', (_what, one, other) => {
  expect(clientAt(other)).not.toBe(clientAt(one));
});

test('the name of a client does not tell the address', () => {
  expect(clientAt('192.0.2.1')).toMatch(/^[\w-]{22}$/);
  expect(clientAt('192.0.2.1')).not.toContain('192');
});
