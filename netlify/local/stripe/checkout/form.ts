import { html } from 'hono/html';
import * as z from 'zod';
import { formatAmount } from '../money.ts';
import { type Html, errorNote } from '../pages/layout.ts';
import type { Session } from '../state.ts';
import { findTestCard, isPast, parseExpiry } from './cards.ts';
import type { PaymentMethod } from './charge.ts';

export const formSchema = z.object({
  email: z.string().trim().default(''),
  name: z
    .string()
    .trim()
    .transform((name) => name || null)
    .default(null),
  method: z.enum(['card', 'bank']).default('card'),
  number: z.string().default(''),
  expiry: z.string().default(''),
  cvc: z.string().default(''),
  settle: z.enum(['seconds', 'never', 'fail']).default('seconds'),
});

type Fields = z.infer<typeof formSchema>;

export const takesCards = (session: Session) => session.payment_method_types.includes('card');
const takesBankDebits = (session: Session) =>
  session.payment_method_types.includes('us_bank_account');

export const emptyForm = (session: Session): Fields =>
  formSchema.parse({
    email: session.customer_email ?? '',
    method: takesCards(session) ? 'card' : 'bank',
  });

/** How the buyer wants to pay, or what is wrong in words for the buyer. */
export const readMethod = (session: Session, fields: Fields): PaymentMethod | string => {
  const { email, method, number, cvc, settle } = fields;
  const isOffered = method === 'card' ? takesCards(session) : takesBankDebits(session);
  if (!z.email().safeParse(email).success) return 'Your email is incomplete.';
  if (!isOffered) return 'Choose how to pay.';
  if (method === 'bank') return { type: 'bank', plan: settle };
  const card = findTestCard(number);
  const expiry = parseExpiry(fields.expiry);
  if (!card) return 'Your card number is invalid.';
  if (!expiry) return "Your card's expiration date is incomplete.";
  if (isPast(expiry, new Date())) return "Your card's expiration date is in the past.";
  if (!/^\d{3}$/.test(cvc.trim())) return "Your card's security code is incomplete.";
  return { type: 'card', card, expiry };
};

const field = (label: Html | string, input: Html) =>
  html`<label class="field">${label} ${input}</label>`;

const choice = (value: Fields['method'], label: string, checked: boolean) =>
  html`<label>
    <input type="radio" name="method" value="${value}" ${checked ? 'checked' : ''} /> ${label}
  </label>`;

/** No `required` here: a hidden required field would keep a bank debit from being sent. */
const cardFields = ({ number, expiry, name }: Fields) => {
  const digits = html`inputmode="numeric" autocomplete="off"`;
  return html`<div class="by-card">
    ${field(
      'Card number',
      html`<input name="number" value="${number}" ${digits} placeholder="4242 4242 4242 4242" />`,
    )}
    <div class="pair">
      ${field(
        'Expiry',
        html`<input name="expiry" value="${expiry}" autocomplete="off" placeholder="MM / YY" />`,
      )}
      ${field('CVC', html`<input name="cvc" ${digits} placeholder="123" />`)}
    </div>
    ${field(
      html`Name on card <small>(optional)</small>`,
      html`<input name="name" value="${name}" autocomplete="name" />`,
    )}
  </div>`;
};

const bankFields = () =>
  html`<div class="by-bank">
    ${field(
      'The bank',
      html`<select name="settle">
        <option value="seconds">settles in 10 seconds</option>
        <option value="fail">refuses in 10 seconds</option>
        <option value="never">settles when the dashboard says so</option>
      </select>`,
    )}
  </div>`;

export const paymentForm = (session: Session, typed: Fields, error: string | null): Html => {
  const card = takesCards(session);
  const bank = takesBankDebits(session);
  return html`<form method="post" action="/c/pay/${session.id}">
    ${errorNote(error)}
    ${field(
      'Email',
      html`<input
        type="email"
        name="email"
        value="${typed.email}"
        autocomplete="email"
        required
      />`,
    )}
    <fieldset>
      <legend>Pay with</legend>
      <div class="choices">
        ${card ? choice('card', 'Card', !bank || typed.method === 'card') : ''}
        ${bank ? choice('bank', 'Bank debit', !card || typed.method === 'bank') : ''}
      </div>
    </fieldset>
    ${card ? cardFields(typed) : ''} ${bank ? bankFields() : ''}
    <button class="main">Pay ${formatAmount(session.amount_total, session.currency)}</button>
  </form>`;
};
