import type * as z from 'zod/mini';

/** The kinds of sealed values. */
export const PURPOSES = [
  'download-ticket',
  'edition-preview',
  'health',
  'job-address',
  'owner-session',
] as const;
type Purpose = (typeof PURPOSES)[number];

const NONCE_BYTES = 12;

const deriveKey = async (words: string): Promise<CryptoKey> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words));
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
};

/** Deriving a key takes twice as long as sealing with it. There is one per purpose. */
const keys = new Map<string, Promise<CryptoKey>>();

/** A key for each purpose, so that a value sealed for one cannot pass for another. */
const keyFor = (purpose: Purpose, secret: string): Promise<CryptoKey> => {
  const words = `${purpose}:${secret}`;
  const key = keys.get(words) ?? deriveKey(words);
  keys.set(words, key);
  return key;
};

/** Encrypts and signs a value with AES-256-GCM. The answer is base64url, for addresses and cookies. */
export const seal = async (purpose: Purpose, value: unknown, secret: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await keyFor(purpose, secret),
    new TextEncoder().encode(JSON.stringify(value)),
  );
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url');
};

/** The sealed value; null if it was not sealed with this secret for this purpose. */
export const unseal = async <T>(
  purpose: Purpose,
  schema: z.ZodMiniType<T>,
  sealed: string,
  secret: string,
): Promise<T | null> => {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding skips unknown characters, so one value would have many spellings.
  if (bytes.toString('base64url') !== sealed) return null;
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.subarray(0, NONCE_BYTES) },
      await keyFor(purpose, secret),
      bytes.subarray(NONCE_BYTES),
    );
    return schema.parse(JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    return null;
  }
};
