import { createHmac } from 'node:crypto';
import { getEnv } from './env.ts';

/** Mail programs ignore case, and phones add spaces. */
export const normalizeEmail = (email: string): string =>
  email.normalize('NFC').trim().toLowerCase();

/**
 * Stands for an address in everything that the shop stores. It leads from the address to the orders and not back, and
 * without the secret nobody can test addresses against it.
 */
export const buyerKey = (email: string, secret = getEnv().SIGNING_SECRET): string =>
  createHmac('sha256', `buyers:${secret}`).update(normalizeEmail(email)).digest('hex').slice(0, 32);
