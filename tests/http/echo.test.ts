import { expect, test } from 'vitest';
import { z } from 'zod';
import { readJson } from '../../netlify/http/body.ts';
import { route } from '../../netlify/http/route.ts';

const empty = route({ path: '/' }, { GET: () => new Response(null) });

const idFor = async (given: string): Promise<string | null> => {
  const request = new Request('http://localhost/', { headers: { 'x-nf-request-id': given } });
  return (await empty(request, { params: {}, waitUntil: () => {} })).headers.get('x-request-id');
};

test('a problem repeats no more than a line of the field names that a caller made up', async () => {
  const body = JSON.stringify({ ['x'.repeat(10_000)]: 1 });
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://localhost/', { method: 'POST', headers, body });
  await expect(readJson(request, z.strictObject({}))).rejects.toThrow(
    /^Unrecognized key: "x{100,182}$/,
  );
});

test("an answer carries Netlify's request id", async () => {
  expect(await idFor('01JD7G5X8Q4Z2N6V3K9T1B0CFA')).toBe('01JD7G5X8Q4Z2N6V3K9T1B0CFA');
});

test.each(['x'.repeat(65), 'st_a1B2c3D4e5F6g7H8i9J0k1L2m3', 'two words', '<script>', ''])(
  'an answer does not carry what a caller put in the place of it: %s',
  async (words) => {
    expect(await idFor(words)).toMatch(/^[\da-f-]{36}$/);
  },
);
