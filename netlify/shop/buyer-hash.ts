import { createHmac } from 'node:crypto';
import { getEnv } from '../platform/env.ts';
import { normalizeEmail } from './email-address.ts';

/**
 * Hashes in Redis and links in earlier emails depend on this secret, so it must never change. A
 * separate BUYER_SECRET makes it possible to replace SIGNING_SECRET.
 */
export const buyerSecret = (): string => {
  const { BUYER_SECRET, SIGNING_SECRET } = getEnv();
  return BUYER_SECRET ?? SIGNING_SECRET;
};

/**
 * Stored instead of the address. Without the secret, nobody can check which address it belongs to.
 */
export const buyerHash = (email: string, secret = buyerSecret()): string =>
  createHmac('sha256', `buyers:${secret}`).update(normalizeEmail(email)).digest('hex').slice(0, 32);

/**
 * Short enough for a job's name. Two addresses for the same order rarely have the same short hash.
 */
export const shortHash = (buyer: string): string => buyer.slice(0, 8);

/** Identifies the secret that stored hashes were made with, without revealing it. */
export const buyerSecretFingerprint = (): string => buyerHash('fingerprint').slice(0, 8);
