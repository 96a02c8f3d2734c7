import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PURPOSES, seal, unseal } from '../../netlify/platform/seal.ts';

const SECRET = 'a secret of more than thirty-two characters';
const VALUE = { session: 'cs_test_1', n: 1 };
const [PURPOSE] = PURPOSES;
const sealed = await seal(PURPOSE, VALUE, SECRET);

/** Accepts any value, so only the key matters. */
const open = (text: string, purpose: (typeof PURPOSES)[number] = PURPOSE, secret = SECRET) =>
  unseal(purpose, z.unknown(), text, secret);

describe.each(PURPOSES)('a value sealed for %s', (purpose) => {
  test.each(
    PURPOSES.map((other) => ({ other, verb: other === purpose ? 'unseals' : 'does not unseal' })),
  )(`$verb a value sealed for ${purpose} if it is used for $other`, async ({ other }) => {
    const text = await seal(purpose, VALUE, SECRET);
    expect(await open(text, other)).toEqual(other === purpose ? VALUE : null);
  });
});

test.each([
  { name: 'a longer secret', secret: `${SECRET}!` },
  { name: 'a shorter secret', secret: SECRET.slice(1) },
  { name: 'the secret in capitals', secret: SECRET.toUpperCase() },
])('does not unseal a value with $name', async ({ secret }) => {
  expect(await open(sealed, PURPOSE, secret)).toBeNull();
});

test('seals a value differently each time', async () => {
  const again = await seal(PURPOSE, VALUE, SECRET);
  expect(again.slice(0, 16)).not.toBe(sealed.slice(0, 16));
});

test('seals a value as URL-safe text', () => {
  expect(sealed).toMatch(/^[\w-]+$/);
});

test('encrypts a sealed value', () => {
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('cs_test');
});

test('does not unseal a value of an unexpected type', async () => {
  expect(await unseal(PURPOSE, z.string(), sealed, SECRET)).toBeNull();
});

test('does not unseal a ciphertext in which a single character has changed', async () => {
  for (const at of sealed.split('').keys()) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const forged = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(await open(forged), forged).toBeNull();
  }
});

test.each([
  { name: 'an empty string', forged: '' },
  { name: 'a ciphertext without its last character', forged: sealed.slice(0, -1) },
  { name: 'a ciphertext with a leading space', forged: ` ${sealed}` },
  // Base64 decoders skip unknown characters.
  { name: 'a ciphertext with a period in it', forged: sealed.replace(/^./, '$&.') },
  { name: 'a ciphertext with a trailing letter', forged: `${sealed}A` },
  { name: 'a ciphertext with padding', forged: `${sealed}=` },
  { name: 'a ciphertext with an exclamation mark', forged: `${sealed}!` },
])('does not unseal $name', async ({ forged }) => {
  expect(await open(forged)).toBeNull();
});
