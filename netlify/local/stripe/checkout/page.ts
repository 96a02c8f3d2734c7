import { html } from 'hono/html';
import { formatAmount } from '../totals.ts';
import { type Html, SHOP_NAME, errorNote, layout, postButton } from '../../kit/pages/layout.ts';
import type { Payment } from '../state.ts';
import { type Fields, TEST_CARDS, type TestCard, goodCard } from './form.ts';

const checkoutPage = (title: string, card: Html, below: Html | '' = ''): Html =>
  layout({
    title: `${title} - ${SHOP_NAME}`,
    banner: html`<strong>Test payment page</strong> - no real money moves`,
    content: html`<p class="name">${SHOP_NAME}</p>
      <div class="card">${card}</div>
      ${below}`,
  });

const field = (label: string, name: string, value: string | null, attributes: Html | '' = '') =>
  html`<label class="field">
    ${label} <input name="${name}" value="${value}" ${attributes} />
  </label>`;

const choice = (value: Fields['method'], label: string, chosen: Fields['method']) =>
  html`<label>
    <input type="radio" name="method" value="${value}" ${value === chosen ? 'checked' : ''} />
    ${label}
  </label>`;

const DIGITS = html`inputmode="numeric" autocomplete="off"`;

/** No card field is `required`, since a hidden required field would block the form of a bank debit. */
const paymentForm = (typed: Fields, total: string) =>
  html`<form method="post">
    ${field('Email', 'email', typed.email, html`type="email" autocomplete="email" required`)}
    <fieldset>
      <legend>Pay with</legend>
      <div class="choices">
        ${choice('card', 'Card', typed.method)} ${choice('bank', 'Bank debit', typed.method)}
      </div>
    </fieldset>
    <div class="by-card">
      ${field(
        'Card number',
        'number',
        typed.number,
        html`${DIGITS} placeholder="4242 4242 4242 4242"`,
      )}
      <div class="pair">
        ${field('Expiry', 'expiry', typed.expiry, html`autocomplete="off" placeholder="MM / YY"`)}
        ${field('CVC', 'cvc', '', html`${DIGITS} placeholder="123"`)}
      </div>
    </div>
    <p class="by-bank quiet small">The debit is pending until you settle it on the dashboard.</p>
    <button class="main">Pay ${total}</button>
  </form>`;

const CODE_FORM = html`<form method="post">
  ${field('Promotion code', 'promotion_code', '', html`autocomplete="off" placeholder="SPRING"`)}
  <button>Apply</button>
</form>`;

const oneClick = ({ number, label }: TestCard) => {
  const fields = { email: 'parent@example.com', ...goodCard(number) };
  return html`<li class="head">${label} ${postButton('', `Use ${number}`, fields)}</li>`;
};

/** The payment form with its typed fields and the error, and the test cards below it. */
export const paymentPage = (
  { session, product }: Payment,
  typed: Fields,
  error: string | null,
): Html => {
  const money = (amount: number) => formatAmount(amount, session.currency);
  const total = money(session.amount_total);
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const { submit } = session.custom_text;
  const cancel = session.cancel_url
    ? html`<a class="back" href="${session.cancel_url}">Cancel and return to ${SHOP_NAME}</a>`
    : '';
  return checkoutPage(
    `Pay ${total}`,
    html`<h1>${product}</h1>
      <p class="total amount">${total}</p>
      ${
        discount > 0
          ? html`<p>${money(session.amount_subtotal)}, with ${money(discount)} off</p>`
          : ''
      }
      ${tax > 0 ? html`<p>including ${money(tax)} tax</p>` : ''} ${errorNote(error)}
      ${session.allow_promotion_codes && discount === 0 ? CODE_FORM : ''}
      ${paymentForm(typed, total)} ${submit ? html`<p class="small">${submit.message}</p>` : ''}
      ${cancel}`,
    html`<section>
      <h2>Test cards</h2>
      <p class="quiet small">
        Use any future expiration date and any three digits. Real cards are refused.
      </p>
      <ul>
        ${TEST_CARDS.map(oneClick)}
      </ul>
    </section>`,
  );
};

/** A page without a form: the state of the payment, and a link to the shop. */
export const noticePage = (title: string, text: string, label: string, href: string): Html =>
  checkoutPage(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <a class="back" href="${href}">${label}</a>`,
  );
