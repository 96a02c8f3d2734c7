import * as z from 'zod';
import { findTestCard, isPast, parseExpiry } from './cards.ts';
import type { PaymentMethod } from './charge.ts';

const typed = z.string().trim().default('');

/** The fields of the payment page. */
export const formSchema = z.object({
  email: typed,
  name: typed.transform((name) => name || null),
  method: z.enum(['card', 'bank']).default('card'),
  number: typed,
  expiry: typed,
  cvc: typed,
  promotion_code: typed,
  settle: z.enum(['seconds', 'never', 'fail']).default('seconds'),
});

export type Fields = z.infer<typeof formSchema>;

/** The payment method, or a message for the buyer about the first invalid field. */
export const readMethod = (fields: Omit<Fields, 'promotion_code'>): PaymentMethod | string => {
  if (!z.email().safeParse(fields.email).success) return 'Your email is incomplete.';
  if (fields.method === 'bank') return { type: 'bank', plan: fields.settle };
  const card = findTestCard(fields.number);
  const expiry = parseExpiry(fields.expiry);
  if (!card) return 'Your card number is invalid.';
  if (!expiry) return "Your card's expiration date is incomplete.";
  if (isPast(expiry, new Date())) return "Your card's expiration date is in the past.";
  if (!/^\d{3}$/.test(fields.cvc)) return "Your card's security code is incomplete.";
  return { type: 'card', card, expiry };
};
