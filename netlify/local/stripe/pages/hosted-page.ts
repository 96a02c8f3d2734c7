import { html } from 'hono/html';
import { TEST_CARDS, inGroups, type TestCard } from '../cards.ts';
import { formatAmount } from '../money.ts';
import { totalAmount } from '../objects/amounts.ts';
import type { Payment } from '../state.ts';
import { SHOP_NAME, layout, type Html } from './layout.ts';
import { paymentForm, type Typed } from './payment-form.ts';

const banner = html`<strong>Test payment page</strong> - no real money moves`;

const orderSummary = (payment: Payment) => {
  const words = (amount: number) => formatAmount(amount, payment.currency);
  const [only, ...others] = payment.lines;
  const single = only?.quantity === 1 && others.length === 0 ? only : null;
  const lines = payment.lines.map(
    (line) =>
      html`<li>
        <span>${line.name}${line.quantity > 1 ? ` × ${line.quantity}` : ''}</span>
        <span class="amount">${words(line.unitAmount * line.quantity)}</span>
      </li>`,
  );
  return html`<h1>${single ? single.name : 'Your order'}</h1>
    ${
      single
        ? ''
        : html`<ul class="lines">
            ${lines}
          </ul>`
    }
    <p class="total amount">${words(totalAmount(payment))}</p>`;
};

const oneClick = (payment: Payment, card: TestCard, year: number) =>
  html`<li>
    <span>${card.label}<span class="number">${inGroups(card.number)}</span></span>
    <form method="post" action="/c/pay/${payment.id}">
      <input type="hidden" name="method" value="card" />
      <input type="hidden" name="email" value="${payment.customerEmail ?? 'parent@example.com'}" />
      <input type="hidden" name="number" value="${card.number}" />
      <input type="hidden" name="expiry" value="12 / ${year % 100}" />
      <input type="hidden" name="cvc" value="123" />
      <button aria-label="Use ${inGroups(card.number)}">Use</button>
    </form>
  </li>`;

export const paymentPage = (payment: Payment, typed: Typed, error: string | null): Html => {
  const amount = formatAmount(totalAmount(payment), payment.currency);
  const takesCards = payment.paymentMethodTypes.includes('card');
  const content = html`<p class="shop">${SHOP_NAME}</p>
    <div class="card">
      ${orderSummary(payment)} ${paymentForm(payment, typed, error)}
      ${
        payment.cancelUrl === null
          ? ''
          : html`<a class="back" href="${payment.cancelUrl}">Cancel and return to ${SHOP_NAME}</a>`
      }
    </div>
    ${
      takesCards
        ? html`<section class="cards">
            <h2>Test cards</h2>
            <p class="quiet small">
              Any expiry to come and any three digits go with them. A real card is refused.
            </p>
            <ul>
              ${TEST_CARDS.map((card) => oneClick(payment, card, new Date().getFullYear() + 3))}
            </ul>
          </section>`
        : ''
    }`;
  return layout({ title: `Pay ${amount} - ${SHOP_NAME}`, banner, content });
};

type Notice = { title: string; text: string; link: { href: string; label: string } };

/** A page without a form: says how things stand and where to go from here. */
export const noticePage = ({ title, text, link }: Notice): Html =>
  layout({
    title: `${title} - ${SHOP_NAME}`,
    banner,
    content: html`<p class="shop">${SHOP_NAME}</p>
      <div class="card">
        <h1>${title}</h1>
        <p>${text}</p>
        <a class="back" href="${link.href}">${link.label}</a>
      </div>`,
  });
