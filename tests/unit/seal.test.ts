import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PURPOSES, seal, unseal } from '../../netlify/platform/seal.ts';

const SECRET = 'a secret of more than thirty-two characters';
const VALUE = { session: 'cs_test_1', n: 1 };
const [PURPOSE] = PURPOSES;
const sealed = await seal(PURPOSE, VALUE, SECRET);

/** Accepts any value, so that only the key decides. */
const open = (text: string, purpose: (typeof PURPOSES)[number] = PURPOSE, secret = SECRET) =>
  unseal(purpose, z.unknown(), text, secret);

test('a seal opens only for its purpose and with its secret', async () => {
  for (const purpose of PURPOSES) {
    const text = await seal(purpose, VALUE, SECRET);
    for (const other of PURPOSES) {
      expect(await open(text, other), other).toEqual(other === purpose ? VALUE : null);
    }
  }
  for (const other of [`${SECRET}!`, SECRET.slice(1), SECRET.toUpperCase()]) {
    expect(await open(sealed, PURPOSE, other), other).toBeNull();
  }
});

test('a seal differs each time, does not reveal its value, and opens as no other type', async () => {
  const again = await seal(PURPOSE, VALUE, SECRET);
  expect(again.slice(0, 16)).not.toBe(sealed.slice(0, 16));
  expect(sealed, 'fit for an address').toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('cs_test');
  expect(await unseal(PURPOSE, z.string(), sealed, SECRET)).toBeNull();
});

test('a seal with a character changed, cut off or added does not open', async () => {
  const flip = (at: number) =>
    sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  // Decoders of base64 skip unknown characters.
  const spellings = ['', sealed.slice(0, -1), ` ${sealed}`, sealed.replace(/^./, '$&.')];
  const added = ['A', '=', '!'].map((end) => sealed + end);
  for (const forged of [...Array.from(sealed, (_, at) => flip(at)), ...spellings, ...added]) {
    expect(await open(forged), forged).toBeNull();
  }
});
