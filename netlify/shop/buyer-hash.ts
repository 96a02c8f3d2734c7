import { createHmac } from 'node:crypto';
import { getEnv } from '../platform/env.ts';
import { normalizeEmail } from './email-address.ts';

/** Stored instead of the address. Without the secret, nobody can test addresses against it. */
export const buyerHash = (email: string, secret = getEnv().SIGNING_SECRET): string =>
  createHmac('sha256', `buyers:${secret}`).update(normalizeEmail(email)).digest('hex').slice(0, 32);
