import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Stripe's form: newId('evt_1') gives "evt_1Pgc76B7WZ01zgkWwyRHS12y". */
export const newId = (prefix: string, length = 23) =>
  prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const nowInSeconds = () => Math.floor(Date.now() / 1000);
