import { html } from 'hono/html';
import { pageResponse } from '../http/page.ts';
import { type Order, hasEmail, unrefundedIn, withdrawalDays } from '../orders/order.ts';
import { catalogue, productName } from '../shop/catalogue.ts';
import { amountPaid, dateOf, timeOf } from '../shop/words.ts';
import { nameOf, writeToUs } from './purchase-pages.ts';

const TITLE = 'Withdraw from this purchase';
const MONEY = 'Your money goes back the way you paid, within 14 days at the latest.';
const CONFIRMED_BY_EMAIL = 'We’ll email a confirmation to the address you used at checkout.';

const purchase = (order: Order) =>
  html`<p><strong>${productName(order.productType)}</strong>, ${amountPaid(order)}</p>
    ${nameOf(order)}`;

/** Asks once more. `until` is the last day, as in "2026-12-08". */
export const askPage = (order: Order, until: string): Response =>
  pageResponse(
    TITLE,
    html`${purchase(order)}
      <p>
        You can withdraw until ${dateOf(until)}, without giving a reason. ${MONEY} This order’s
        files are closed then.
      </p>
      ${hasEmail(order) && html`<p>${CONFIRMED_BY_EMAIL}</p>`}
      <form method="post"><button class="button">Confirm withdrawal</button></form>
      <p>
        <a href="/guide-download?session_id=${order.sessionId}"
          >Keep it, and go back to your files</a
        >
      </p>`,
  );

/** `at`: when the buyer withdrew, in Unix seconds. */
export const donePage = (order: Order, at: number): Response =>
  pageResponse(
    'You’ve withdrawn',
    html`<p role="status">You withdrew from this purchase on <strong>${timeOf(at)}</strong>.</p>
      ${purchase(order)}
      <p>${MONEY} Then this order’s files are closed. Please delete your copies.</p>
      <p>
        ${hasEmail(order) ? CONFIRMED_BY_EMAIL : 'Print or save this page as your confirmation.'}
      </p>
      ${writeToUs()}`,
  );

const whyNot = (order: Order): string => {
  if (!catalogue.checkout?.withdrawal) return 'To withdraw from this purchase, please write to us.';
  return unrefundedIn(order) === 0
    ? 'There’s nothing left to refund on this order.'
    : `You could withdraw for ${withdrawalDays()} days after you paid, and they’re over. If something isn’t right, tell us.`;
};

export const refusedPage = (order: Order): Response =>
  pageResponse(
    TITLE,
    html`<p>${whyNot(order)}</p>
      ${purchase(order)}${writeToUs()}`,
    { status: 403 },
  );
