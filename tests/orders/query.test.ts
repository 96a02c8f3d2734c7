import { describe, expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { parseOrderSearch } from '../../netlify/admin/order-search.ts';
import { buyerHash } from '../../netlify/shop/buyer-hash.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';

describe('the number of an order', () => {
  test('computes the expected order number of a session in the browser', async () => {
    expect(await orderNumber('cs_test_a1b2c3')).toBe('01F3-4AD8-A31F');
  });

  test('computes the expected order number of a session on the server', () => {
    expect(orderNumberOf('cs_test_a1b2c3')).toBe('01F3-4AD8-A31F');
  });
});

type Search = { readonly name: string; readonly typed: string; readonly query: object };

describe('a search by an order number', () => {
  test.each<Search>([
    {
      name: 'its number with hyphens',
      typed: '01F3-4AD8-A31F',
      query: { name: '01f34ad8a31f', code: '01F3-4AD8-A31F' },
    },
    {
      name: 'its number with spaces and a line break',
      typed: ' 01f3 4ad8 a31f\n',
      query: { name: '01f34ad8a31f' },
    },
    {
      name: 'the line with its number in a guide’s PDF',
      typed: 'Order MSK-01F3-4AD8-A31F, for personal use',
      query: { name: '01f34ad8a31f' },
    },
    {
      name: 'its number followed by a reference',
      typed: 'Order MSK-01F3-4AD8-A31F Reference …aB3dE6gH',
      query: { name: '01f34ad8a31f' },
    },
    {
      name: 'the last eight characters of its number',
      typed: '4AD8-A31F',
      query: { name: '4ad8a31f' },
    },
    {
      name: 'the last eight characters of its number followed by a period',
      typed: '4AD8-A31F.',
      query: { name: '4ad8a31f' },
    },
  ])('finds an order by $name', ({ typed, query }) => {
    expect(parseOrderSearch(typed)).toMatchObject(query);
  });

  test.each([
    { name: 'non-breaking hyphens', dash: '\u2011' },
    { name: 'en dashes', dash: '\u2013' },
    { name: 'minus signs', dash: '\u2212' },
    { name: 'full-width hyphens', dash: '\uFF0D' },
    { name: 'non-breaking spaces', dash: '\u00A0' },
  ])('accepts an order number with $name', ({ dash }) => {
    const typed = `01F3${dash}4AD8${dash}A31F`;
    expect(parseOrderSearch(typed)).toMatchObject({ name: '01f34ad8a31f' });
  });
});

describe('a search by a reference', () => {
  test('accepts a reference with a leading ellipsis', () => {
    expect(parseOrderSearch('…aB3dE6gH')).toMatchObject({ name: 'ab3de6gh' });
  });

  test('also treats a reference as a promotion code', () => {
    expect(parseOrderSearch('aB3dE6gH')).toEqual({ name: 'ab3de6gh', code: 'aB3dE6gH' });
  });
});

describe('a search by a promotion code', () => {
  test.each([
    { typed: 'aB3dE6g', code: 'aB3dE6g' },
    { typed: 'aB3dE6gHi', code: 'aB3dE6gHi' },
    { typed: 'SPRING-25', code: 'SPRING-25' },
    { typed: ' spring2026 ', code: 'spring2026' },
    { typed: '01F3-4AD8-A31G', code: '01F3-4AD8-A31G' },
  ])('recognizes the promotion code $code', ({ typed, code }) => {
    expect(parseOrderSearch(typed)).toEqual({ name: null, code });
  });
});

describe('a search by an email address', () => {
  test.each([
    { typed: 'Jane.Doe+pdf@Example.com', email: 'Jane.Doe+pdf@Example.com' },
    { typed: 'Jane Doe <jane@example.com>', email: 'jane@example.com' },
    { typed: 'I paid with jo@example.com.', email: 'jo@example.com' },
    { typed: '“jo@example.com”', email: 'jo@example.com' },
    { typed: "'o’brien@example.ie'", email: "o'brien@example.ie" },
    { typed: 'mailto:jo@münchen.de', email: 'jo@münchen.de' },
  ])('finds the address $email in "$typed"', ({ typed, email }) => {
    expect(parseOrderSearch(typed)).toEqual({ email });
  });
});

describe('a search by a payment or a session', () => {
  test('recognizes a payment id', () => {
    expect(parseOrderSearch('pi_3aBc')).toMatchObject({ name: 'pi_3abc' });
  });

  test.each([
    { name: 'its id', typed: 'cs_live_a1' },
    {
      name: 'a link to the files',
      typed: 'https://shop.example/guide-download?session_id=cs_live_a1&utm=x',
    },
    { name: 'a link in a quoted-printable email', typed: 'session_id=3Dcs_live_a1=' },
  ])('finds a session by $name', ({ typed }) => {
    expect(parseOrderSearch(typed)).toEqual({ session: 'cs_live_a1' });
  });
});

describe('an invalid search', () => {
  test.each([
    { name: 'an empty string', typed: '' },
    { name: 'two unrelated words', typed: 'spring 25' },
    { name: 'a percentage', typed: '50%' },
    { name: 'a session id that is too long', typed: `cs_test_${'a'.repeat(59)}` },
    { name: 'a session id with a wildcard', typed: 'cs_test_*' },
    { name: 'the id of a charge', typed: 'ch_1' },
  ])('finds nothing to search for in $name', ({ typed }) => {
    expect(parseOrderSearch(typed)).toBeNull();
  });
});

describe('the hash of a buyer', () => {
  test('returns the same hash for different spellings of an address', () => {
    const asUnicode = buyerHash(' Jo@MÜNCHEN.example', 'a secret');
    expect(buyerHash('jo@xn--mnchen-3ya.example', 'a secret')).toBe(asUnicode);
  });

  test('returns a different hash for the same address with another secret', () => {
    const hash = buyerHash('jo@example.com', 'a secret');
    expect(buyerHash('jo@example.com', 'another secret')).not.toBe(hash);
  });
});
