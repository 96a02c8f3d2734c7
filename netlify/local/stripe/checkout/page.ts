import { html } from 'hono/html';
import { formatAmount } from '../money.ts';
import { type Html, SHOP_NAME, hiddenFields, layout } from '../pages/layout.ts';
import type { Payment } from '../payment.ts';
import type { Session } from '../state.ts';
import { TEST_CARDS, type TestCard, inGroups } from './cards.ts';
import { takesCards } from './form.ts';

const checkoutPage = (title: string, card: Html, below: Html | '' = ''): Html =>
  layout({
    title: `${title} - ${SHOP_NAME}`,
    banner: html`<strong>Test payment page</strong> - no real money moves`,
    content: html`<p class="shop">${SHOP_NAME}</p>
      <div class="card">${card}</div>
      ${below}`,
  });

const orderSummary = ({ session, details: { lineItems } }: Payment) => {
  const [first, ...others] = lineItems;
  const isSingle = first?.quantity === 1 && others.length === 0;
  const lines = lineItems.map(
    ({ description, quantity, amount_subtotal: amount }) =>
      html`<li>
        <span>${description}${quantity === 1 ? '' : ` × ${quantity}`}</span>
        <span class="amount">${formatAmount(amount, session.currency)}</span>
      </li>`,
  );
  const total = formatAmount(session.amount_total, session.currency);
  return html`<h1>${isSingle ? first.description : 'Your order'}</h1>
    ${
      isSingle
        ? ''
        : html`<ul class="lines">
            ${lines}
          </ul>`
    }
    <p class="total amount">${total}</p>`;
};

const oneClick = (session: Session, { number, label }: TestCard) => {
  const year = (new Date().getFullYear() + 3) % 100;
  const email = session.customer_email ?? 'parent@example.com';
  const fields = { method: 'card', email, number, expiry: `12 / ${year}`, cvc: '123' };
  return html`<li>
    <span>${label}<span class="number">${inGroups(number)}</span></span>
    <form method="post" action="/c/pay/${session.id}">
      ${hiddenFields(fields)}
      <button aria-label="Use ${inGroups(number)}">Use</button>
    </form>
  </li>`;
};

export const paymentPage = (payment: Payment, form: Html): Html => {
  const { session } = payment;
  const cancel =
    session.cancel_url &&
    html`<a class="back" href="${session.cancel_url}">Cancel and return to ${SHOP_NAME}</a>`;
  const cards = html`<section class="cards">
    <h2>Test cards</h2>
    <p class="quiet small">
      Any expiry to come and any three digits go with them. A real card is refused.
    </p>
    <ul>
      ${TEST_CARDS.map((card) => oneClick(session, card))}
    </ul>
  </section>`;
  return checkoutPage(
    `Pay ${formatAmount(session.amount_total, session.currency)}`,
    html`${orderSummary(payment)} ${form} ${cancel}`,
    takesCards(session) ? cards : '',
  );
};

/** A page without a form: says what has become of the payment and where to go from here. */
export const noticePage = (
  { title, text }: { title: string; text: string },
  link: { label: string; href: string },
): Html =>
  checkoutPage(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <a class="back" href="${link.href}">${link.label}</a>`,
  );
