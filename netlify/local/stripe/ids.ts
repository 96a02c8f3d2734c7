import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number) =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

const RANDOM_LENGTH = { cs_test_: 58, req_: 14, pi_3: 23, ch_3: 23, py_3: 23, re_3: 23 } as const;
type LongPrefix = keyof typeof RANDOM_LENGTH;
type ShortPrefix =
  'evt_1' | 'du_1' | 'issfr_1' | 'pm_1' | 'txn_1' | 'li_1' | 'price_1' | 'prod_' | 'promo_1';

const isLong = (prefix: LongPrefix | ShortPrefix): prefix is LongPrefix => prefix in RANDOM_LENGTH;

/** An id in Stripe's form, as in `evt_1Pgc76B7WZ01zgkWwyRHS12y`. */
export const newId = (prefix: LongPrefix | ShortPrefix) =>
  prefix + randomText(isLong(prefix) ? RANDOM_LENGTH[prefix] : 23);

export const newSecret = (id: string) => `${id}_secret_${randomText(25)}`;
