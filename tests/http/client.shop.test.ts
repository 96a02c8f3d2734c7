import { expect, test } from 'vitest';
import { clientOf } from '../../netlify/http/client.ts';
import { openTestShop } from '../shop/shop.ts';

await openTestShop();

const clientAt = (address: string, claims = {}) => {
  const headers = { 'x-nf-client-connection-ip': address, ...claims };
  return clientOf(new Request('https://shop.example/', { headers }));
};

test('a client is the same whatever addresses it claims', () => {
  const claims = { 'x-forwarded-for': '192.0.2.9', forwarded: 'for=1.2.3.4' };
  expect(clientAt('192.0.2.1', claims)).toBe(clientAt('192.0.2.1'));
});

test.each([
  ['in the whole /48 of an IPv6 address', '2001:db8:1:2::1', '2001:0DB8:1:3:ffff:a:b:c', true],
  ['by IPv4 in the form of IPv6', '::ffff:192.0.2.1', '192.0.2.1', true],
  ['at another IPv4 address', '192.0.2.1', '192.0.2.2', false],
  ['at another /48 of IPv6', '2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['at another IPv4 address in IPv6', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
])('a client %s: %s, %s: is the same: %s', (_how, one, other, isSame) => {
  expect(clientAt(other) === clientAt(one)).toBe(isSame);
});

test('the name of a client does not tell the address', () => {
  expect(clientAt('192.0.2.1')).toMatch(/^[\w-]{22}$/);
  expect(clientAt('192.0.2.1')).not.toContain('192');
});
