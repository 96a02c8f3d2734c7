import * as z from 'zod';
import { badRequest } from '../errors.ts';

/** The effects of Stripe's test cards. Every other number is refused as invalid. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', effect: 'pays', label: 'Pays' },
  { number: '4000 0000 0000 0002', effect: 'declined', label: 'Is declined' },
  { number: '4000 0000 0000 0259', effect: 'dispute', label: 'Pays, then is disputed' },
] as const;

export type TestCard = (typeof TEST_CARDS)[number];

const digitsOf = (number: string) => number.replace(/[\s-]/g, '');

/** The fields of a card that is valid for years. */
export const goodCard = (number: string) => ({ number, expiry: '12 / 34', cvc: '123' });

export type Buyer = { email: string; name: string | null };

/** A bank debit is pending until somebody settles it or lets it fail. */
export type PaymentMethod = { type: 'card'; card: TestCard } | { type: 'bank' };

const typed = z.string().trim().default('');

/** The fields of the payment page. */
export const formSchema = z.object({
  email: typed,
  method: z.enum(['card', 'bank']).default('card'),
  number: typed,
  expiry: typed,
  cvc: typed,
  promotion_code: typed,
});

export type Fields = z.infer<typeof formSchema>;

/** The payment method. Throws a message for the buyer about the first invalid field. */
export const readMethod = (fields: Omit<Fields, 'promotion_code'>): PaymentMethod => {
  if (!z.email().safeParse(fields.email).success) throw badRequest('Your email is incomplete.');
  if (fields.method === 'bank') return { type: 'bank' };
  const card = TEST_CARDS.find(({ number }) => digitsOf(number) === digitsOf(fields.number));
  if (!card) throw badRequest('Your card number is invalid.');
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(fields.expiry) ?? [];
  if (!month) throw badRequest("Your card's expiration date is incomplete.");
  if (Date.now() >= Date.UTC(2000 + Number(year), Number(month))) {
    throw badRequest("Your card's expiration date is in the past.");
  }
  if (!/^\d{3}$/.test(fields.cvc)) throw badRequest("Your card's security code is incomplete.");
  return { type: 'card', card };
};
