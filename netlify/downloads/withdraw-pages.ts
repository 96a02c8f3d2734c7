import { html } from 'hono/html';
import { type Order, hasEmail, unrefundedIn, withdrawalDays } from '../orders/order.ts';
import { catalog, productName } from '../shop/catalog.ts';
import { amountPaid } from '../shop/amount-paid.ts';
import { formatDay, formatTime } from '../shop/dates.ts';
import { nameOf, purchasePage, writeToUs } from './purchase-pages.ts';

const TITLE = 'Withdraw from this purchase';
const MONEY = 'Your money goes back the way you paid, within 14 days at the latest.';
const CONFIRMED_BY_EMAIL = 'We’ll email a confirmation to the address you used at checkout.';

const purchase = (order: Order) =>
  html`<p><strong>${productName(order.productType)}</strong>, ${amountPaid(order)}</p>
    ${nameOf(order)}`;

/** Asks once more. `until` is the last day, as in "2026-12-08". */
export const askPage = (order: Order, until: string): Response =>
  purchasePage(
    TITLE,
    200,
    purchase(order),
    `You can withdraw until ${formatDay(until)}, without giving a reason. ${MONEY} This order’s files are closed then.`,
    hasEmail(order) && CONFIRMED_BY_EMAIL,
    html`<form method="post"><button class="button">Confirm withdrawal</button></form>
      <p>
        <a href="/guide-download?session_id=${order.sessionId}"
          >Keep it, and go back to your files</a
        >
      </p>`,
  );

/** `at`: when the buyer withdrew, in Unix seconds. */
export const donePage = (order: Order, at: number): Response =>
  purchasePage(
    'You’ve withdrawn',
    200,
    html`<p role="status">
      You withdrew from this purchase on <strong>${formatTime(at)}</strong>.
    </p>`,
    purchase(order),
    `${MONEY} Then this order’s files are closed. Please delete your copies.`,
    hasEmail(order) ? CONFIRMED_BY_EMAIL : 'Print or save this page as your confirmation.',
    writeToUs(),
  );

const whyNot = (order: Order): string => {
  if (!catalog.checkout?.withdrawal) return 'To withdraw from this purchase, please write to us.';
  return unrefundedIn(order) === 0
    ? 'There’s nothing left to refund on this order.'
    : `You could withdraw for ${withdrawalDays()} days after you paid, and they’re over. If something isn’t right, tell us.`;
};

export const refusedPage = (order: Order): Response =>
  purchasePage(TITLE, 403, whyNot(order), purchase(order), writeToUs());
