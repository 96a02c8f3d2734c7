import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PURPOSES, seal, unseal } from '../../netlify/seal.ts';

const SECRET = 'a secret of more than thirty-two characters';
const VALUE = { session: 'cs_test_1', n: 1 };

/** Takes whatever is inside, so that a seal is opened or not by its key alone. */
const open = (purpose: (typeof PURPOSES)[number], sealed: string, secret = SECRET) =>
  unseal(purpose, z.unknown(), sealed, secret);

describe.each(PURPOSES)('what is sealed as %s', (purpose) => {
  test('opens to what it was', async () => {
    expect(await open(purpose, await seal(purpose, VALUE, SECRET))).toEqual(VALUE);
  });

  test('is another text each time, from its very beginning', async () => {
    const times = Array.from({ length: 100 }, () => seal(purpose, VALUE, SECRET));
    const beginnings = (await Promise.all(times)).map((sealed) => sealed.slice(0, 16));
    expect(new Set(beginnings).size).toBe(100);
  });

  test.each(PURPOSES.filter((other) => other !== purpose))('does not open as %s', async (other) => {
    expect(await open(other, await seal(purpose, VALUE, SECRET))).toBeNull();
  });

  test('does not open with another secret', async () => {
    const sealed = await seal(purpose, VALUE, SECRET);
    for (const other of [`${SECRET}!`, SECRET.slice(1), SECRET.toUpperCase(), '']) {
      expect(await open(purpose, sealed, other), other).toBeNull();
    }
  });

  test('does not open with any one character changed, cut off or added', async () => {
    const sealed = await seal(purpose, VALUE, SECRET);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed[at] === 'A' ? 'B' : 'A';
      const forged = sealed.slice(0, at) + changed + sealed.slice(at + 1);
      expect(await open(purpose, forged), `character ${at}`).toBeNull();
    }
    // One spelling alone, though decoders of base64 skip what they do not know.
    const others = ['', sealed.slice(0, -1), ` ${sealed}`, sealed.replace(/^./, '$&.')];
    for (const end of ['A', '=', '!']) others.push(sealed + end);
    for (const other of others) expect(await open(purpose, other), other).toBeNull();
  });

  test('shows nothing of what is inside', async () => {
    const sealed = await seal(purpose, VALUE, SECRET);
    expect(sealed, 'fit for an address').toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('cs_test');
  });

  test('does not open where something else is inside', async () => {
    const sealed = await seal(purpose, VALUE, SECRET);
    expect(await unseal(purpose, z.string(), sealed, SECRET)).toBeNull();
  });
});
