import { type ScryptOptions, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's parameters for 32 MiB (cheatsheetseries.owasp.org, Password Storage). */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const HASH_FORMAT = /^scrypt:([\w-]{22}):([\w-]{43})$/;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  scryptAsync(password.normalize(), salt, HASH_BYTES, COST);

/** A value for ADMIN_PASSWORD: "scrypt:<salt>:<hash>" */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt);
  return `scrypt:${salt.toString('base64url')}:${hash.toString('base64url')}`;
};

export const isHash = (stored: string): boolean => HASH_FORMAT.test(stored);

/** A hash that was truncated when it was copied must not count as the password. */
export const isBrokenHash = (stored: string): boolean =>
  stored.startsWith('scrypt:') && !isHash(stored);

const digestOf = (text: string): Buffer => createHash('sha256').update(text.normalize()).digest();

/** `stored` is the password or its hash. Compares in constant time. */
export const verifyPassword = async (given: string, stored: string): Promise<boolean> => {
  const parts = HASH_FORMAT.exec(stored);
  const salt = parts?.[1];
  const hash = parts?.[2];
  if (salt === undefined || hash === undefined) {
    return timingSafeEqual(digestOf(given), digestOf(stored));
  }
  const derived = await derive(given, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
};
