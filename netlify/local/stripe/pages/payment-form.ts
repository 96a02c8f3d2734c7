import { html } from 'hono/html';
import { formatAmount } from '../money.ts';
import { totalAmount } from '../objects/amounts.ts';
import type { Payment } from '../state.ts';
import type { Html } from './layout.ts';

/** What the buyer typed, to be shown again beside what was wrong with it. */
export type Typed = {
  email: string;
  name: string;
  method: 'card' | 'bank';
  number: string;
  expiry: string;
};

const BANK = 'us_bank_account';

const methodChoice = (payment: Payment, method: Typed['method']) => {
  const choices = [
    payment.paymentMethodTypes.includes('card') && { value: 'card', label: 'Card' },
    payment.paymentMethodTypes.includes(BANK) && { value: 'bank', label: 'Bank debit' },
  ].filter((choice) => choice !== false);
  return html`<fieldset>
    <legend>Pay with</legend>
    <div class="choices">
      ${choices.map(
        ({ value, label }) =>
          html`<label>
            <input
              type="radio"
              name="method"
              value="${value}"
              ${value === method || choices.length === 1 ? 'checked' : ''}
            />
            ${label}
          </label>`,
      )}
    </div>
  </fieldset>`;
};

/** No `required` here: a hidden required field would keep a bank debit from being sent. */
const cardFields = (typed: Typed) =>
  html`<div class="by-card">
    <label class="field"
      >Card number
      <input
        name="number"
        value="${typed.number}"
        inputmode="numeric"
        autocomplete="off"
        placeholder="4242 4242 4242 4242"
      />
    </label>
    <div class="pair">
      <label class="field"
        >Expiry
        <input name="expiry" value="${typed.expiry}" autocomplete="off" placeholder="MM / YY" />
      </label>
      <label class="field"
        >CVC
        <input name="cvc" inputmode="numeric" autocomplete="off" placeholder="123" />
      </label>
    </div>
    <label class="field"
      >Name on card <small>(optional)</small>
      <input name="name" value="${typed.name}" autocomplete="name" />
    </label>
  </div>`;

const bankFields = () =>
  html`<div class="by-bank">
    <label class="field"
      >The bank
      <select name="settle">
        <option value="seconds">settles in 10 seconds</option>
        <option value="fail">refuses in 10 seconds</option>
        <option value="never">settles when the dashboard says so</option>
      </select>
    </label>
  </div>`;

export const paymentForm = (payment: Payment, typed: Typed, error: string | null): Html =>
  html`<form method="post" action="/c/pay/${payment.id}">
    ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
    <label class="field"
      >Email
      <input type="email" name="email" value="${typed.email}" autocomplete="email" required />
    </label>
    ${methodChoice(payment, typed.method)}
    ${payment.paymentMethodTypes.includes('card') ? cardFields(typed) : ''}
    ${payment.paymentMethodTypes.includes(BANK) ? bankFields() : ''}
    <button class="main">Pay ${formatAmount(totalAmount(payment), payment.currency)}</button>
  </form>`;
