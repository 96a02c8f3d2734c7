import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PURPOSES, seal, unseal } from '../../netlify/seal.ts';

const SECRET = 'a secret of more than thirty-two characters';
const VALUE = { session: 'cs_test_1', n: 1 };
const [PURPOSE] = PURPOSES;
const sealed = await seal(PURPOSE, VALUE, SECRET);

/** Takes whatever is inside, so that a seal is opened or not by its key alone. */
const open = (text: string, purpose: (typeof PURPOSES)[number] = PURPOSE, secret = SECRET) =>
  unseal(purpose, z.unknown(), text, secret);

test('what is sealed opens for its purpose alone', async () => {
  for (const purpose of PURPOSES) {
    const text = await seal(purpose, VALUE, SECRET);
    for (const other of PURPOSES) {
      expect(await open(text, other), other).toEqual(other === purpose ? VALUE : null);
    }
  }
});

test('it is another text each time, from its very beginning', async () => {
  const times = Array.from({ length: 100 }, () => seal(PURPOSE, VALUE, SECRET));
  const beginnings = (await Promise.all(times)).map((text) => text.slice(0, 16));
  expect(new Set(beginnings).size).toBe(100);
});

test('it does not open with another secret', async () => {
  for (const other of [`${SECRET}!`, SECRET.slice(1), SECRET.toUpperCase(), '']) {
    expect(await open(sealed, PURPOSE, other), other).toBeNull();
  }
});

test('it does not open with any one character changed, cut off or added', async () => {
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = sealed[at] === 'A' ? 'B' : 'A';
    const forged = sealed.slice(0, at) + changed + sealed.slice(at + 1);
    expect(await open(forged), `character ${at}`).toBeNull();
  }
  // One spelling alone, though decoders of base64 skip what they do not know.
  const others = ['', sealed.slice(0, -1), ` ${sealed}`, sealed.replace(/^./, '$&.')];
  for (const end of ['A', '=', '!']) others.push(sealed + end);
  for (const other of others) expect(await open(other), other).toBeNull();
});

test('it shows nothing of what is inside, and opens as nothing else', async () => {
  expect(sealed, 'fit for an address').toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('cs_test');
  expect(await unseal(PURPOSE, z.string(), sealed, SECRET)).toBeNull();
});
