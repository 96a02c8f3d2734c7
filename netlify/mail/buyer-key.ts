import { createHmac } from 'node:crypto';
import { getEnv } from '../env.ts';

/** As mail programs treat it: case is never told apart, and a phone adds spaces. */
export const normalizeEmail = (email: string): string =>
  email.normalize('NFC').trim().toLowerCase();

/**
 * What stands for an address wherever something is kept of its owner. It leads from the address to the orders
 * and not back, and without the secret nobody can try addresses out.
 */
export const buyerKey = (email: string, secret = getEnv().SIGNING_SECRET): string =>
  createHmac('sha256', `buyers:${secret}`).update(normalizeEmail(email)).digest('hex').slice(0, 32);
