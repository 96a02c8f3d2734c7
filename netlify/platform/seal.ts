import type * as z from 'zod/mini';

export const PURPOSES = [
  'download-ticket',
  'edition-preview',
  'health',
  'job-address',
  'owner-session',
] as const;
type Purpose = (typeof PURPOSES)[number];

const NONCE_BYTES = 12;

const deriveKey = async (keyText: string): Promise<CryptoKey> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(keyText));
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
};

/** Cached, because deriving a key takes twice as long as sealing with it. */
const keys = new Map<string, Promise<CryptoKey>>();

/**
 * Each purpose has a separate key, so a value sealed for one purpose cannot be unsealed for
 * another.
 */
const keyFor = (purpose: Purpose, secret: string): Promise<CryptoKey> => {
  const keyText = `${purpose}:${secret}`;
  const key = keys.get(keyText) ?? deriveKey(keyText);
  keys.set(keyText, key);
  return key;
};

/** Encrypts and authenticates a value with AES-256-GCM. Returns base64url, for URLs and cookies. */
export const seal = async (purpose: Purpose, value: unknown, secret: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await keyFor(purpose, secret),
    new TextEncoder().encode(JSON.stringify(value)),
  );
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url');
};

/** Returns null for a value that was not sealed with this secret for this purpose. */
export const unseal = async <T>(
  purpose: Purpose,
  schema: z.ZodMiniType<T>,
  sealed: string,
  secret: string,
): Promise<T | null> => {
  const bytes = Buffer.from(sealed, 'base64url');
  // Decoding skips unknown characters. Without this check, many different strings would unseal to
  // the same value.
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
