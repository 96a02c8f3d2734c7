import { createHmac } from 'node:crypto';
import { getEnv } from '../platform/env.ts';
import { normalizeEmail } from './email-address.ts';

/**
 * Redis and earlier emails contain what this secret signed, so it must never change. A separate
 * BUYER_SECRET makes it possible to replace SIGNING_SECRET.
 */
export const buyerSecret = (): string => {
  const { BUYER_SECRET, SIGNING_SECRET } = getEnv();
  return BUYER_SECRET ?? SIGNING_SECRET;
};

/** Stored instead of the address. Without the secret, nobody can test addresses against it. */
export const buyerHash = (email: string, secret = buyerSecret()): string =>
  createHmac('sha256', `buyers:${secret}`).update(normalizeEmail(email)).digest('hex').slice(0, 32);

/** For the name of a job. Two addresses of the same order rarely have the same one. */
export const shortHash = (buyer: string): string => buyer.slice(0, 8);

/** Tells whether stored hashes were made with the same secret. Reveals nothing about it. */
export const buyerSecretFingerprint = (): string => buyerHash('fingerprint').slice(0, 8);
