import { html } from 'hono/html';
import * as z from 'zod';
import { money } from '#contract/money.ts';
import type { Html } from '../../http/page.ts';
import { errorAlert, layout } from '../shared/layout.ts';
import { SHOP_NAME } from '../shared/shop-name.ts';
import type { StandInSession } from './objects.ts';
import type { Payment } from './state.ts';
import { TEST_CARDS } from './test-cards.ts';

const textField = z.string().trim().default('');

export const paymentFormSchema = z.object({
  email: textField,
  method: z.enum(['card', 'bank']).default('card'),
  number: textField,
  test_card: textField,
  promotion_code: textField,
});

export type PaymentForm = z.infer<typeof paymentFormSchema>;

const pageLayout = (title: string, content: Html): Html =>
  layout({
    title: `${title} - ${SHOP_NAME}`,
    banner: 'Test payment page - no real money moves',
    content: html`<article>
      <strong>${SHOP_NAME}</strong>
      ${content}
    </article>`,
  });

const field = (label: string, name: string, value: string, attributes: Html | '' = '') =>
  html`<label>${label} <input name="${name}" value="${value}" ${attributes} /></label>`;

const NUMERIC_INPUT = html`inputmode="numeric" autocomplete="off"`;

/** Card fields are not required, because a hidden required field would block a bank debit. */
const paymentForm = ({ email, method, number }: PaymentForm, total: string) =>
  html`<form method="post">
    ${field('Email', 'email', email, html`type="email" autocomplete="email" required`)}
    <fieldset>
      <label><input type="radio" name="method" value="card" checked /> Card</label>
      <label
        ><input type="radio" name="method" value="bank" ${method === 'bank' ? 'checked' : ''} />
        Bank debit</label
      >
    </fieldset>
    <div class="by-card">
      ${field('Card number', 'number', number, NUMERIC_INPUT)}
      ${field('Expiry', 'expiry', '', NUMERIC_INPUT)} ${field('CVC', 'cvc', '', NUMERIC_INPUT)}
    </div>
    <button class="main">Pay ${total}</button>
    <h2>Test cards</h2>
    ${TEST_CARDS.map(
      (card) =>
        html`<p class="row">
          <button name="test_card" value="${card.number}" formnovalidate>Use ${card.number}</button>
          ${card.effect}
        </p>`,
    )}
  </form>`;

const PROMOTION_CODE_FORM = html`<form method="post" class="row">
  ${field('Promotion code', 'promotion_code', '')} <button>Apply</button>
</form>`;

export const paymentPage = (
  { session, product }: Payment,
  form: PaymentForm,
  error: string | null,
): Html => {
  const price = (amount: number) => money(amount, session.currency);
  const total = price(session.amount_total);
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const discountNote = html`<p>${price(session.amount_subtotal)}, with ${price(discount)} off</p>`;
  return pageLayout(
    `Pay ${total}`,
    html`<h1>${product}</h1>
      <p class="total">${total}</p>
      ${discount > 0 ? discountNote : ''} ${tax > 0 ? html`<p>including ${price(tax)} tax</p>` : ''}
      ${session.allow_promotion_codes && discount === 0 ? PROMOTION_CODE_FORM : ''}
      ${errorAlert(error)}
      <p>${session.custom_text.submit?.message}</p>
      ${paymentForm(form, total)}
      ${session.cancel_url && html`<a href="${session.cancel_url}">Cancel and return</a>`}`,
  );
};

/** Like Stripe, replaces only the literal placeholder, not an encoded one. */
export const successUrl = ({ id, success_url: url }: StandInSession): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);

const closedSessionTitle = ({ status, payment_status }: StandInSession): string => {
  if (status === 'expired') return 'This payment page has expired';
  if (payment_status === 'unpaid') return 'Your debit is pending';
  return 'You have paid';
};

export const closedSessionPage = (session: StandInSession): Html => {
  const title = closedSessionTitle(session);
  const href = session.status === 'expired' ? session.cancel_url : successUrl(session);
  return pageLayout(
    title,
    html`<h1>${title}</h1>
      <a href="${href}">Return to ${SHOP_NAME}</a>`,
  );
};
