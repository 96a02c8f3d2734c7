import { html } from 'hono/html';
import { type Order, hasEmail } from '../orders/order.ts';
import { refundableAmount } from '../orders/amounts.ts';
import { withdrawalDays } from '../orders/withdrawal.ts';
import { amountPaid } from '../shop/amount-paid.ts';
import { catalog, productName } from '../shop/catalog.ts';
import { formatDay, formatTime } from '../shop/dates.ts';
import { orderNumberParagraph, purchasePage, supportParagraph } from './page-parts.ts';

const TITLE = 'Withdraw from this purchase';
const REFUND = 'We’ll refund you the way you paid, within 14 days.';
const CONFIRMED_BY_EMAIL = 'We’ll email a confirmation to the address you used at checkout.';

const purchaseSummary = (order: Order) =>
  html`<p><strong>${productName(order.productType)}</strong>, ${amountPaid(order)}</p>
    ${orderNumberParagraph(order)}`;

const confirmationForm = (order: Order) =>
  html`<form method="post"><button class="button">Confirm withdrawal</button></form>
    <p>
      <a href="/guide-download?session_id=${order.sessionId}">Keep it, and go back to your files</a>
    </p>`;

/** `lastDay` is a date such as "2026-12-08". */
export const confirmWithdrawalPage = (order: Order, lastDay: string): Response => {
  const deadline = `You can withdraw until ${formatDay(lastDay)}, without giving a reason.`;
  return purchasePage({
    title: TITLE,
    status: 200,
    parts: [
      purchaseSummary(order),
      `${deadline} ${REFUND} After that, this order’s files close.`,
      hasEmail(order) ? CONFIRMED_BY_EMAIL : null,
      confirmationForm(order),
    ],
  });
};

/** `withdrawnAt` is in Unix seconds. */
export const withdrawnPage = (order: Order, withdrawnAt: number): Response =>
  purchasePage({
    title: 'You’ve withdrawn',
    status: 200,
    parts: [
      html`<p role="status">
        You withdrew from this purchase on <strong>${formatTime(withdrawnAt)}</strong>.
      </p>`,
      purchaseSummary(order),
      `${REFUND} After that, this order’s files close. Please delete your copies.`,
      hasEmail(order) ? CONFIRMED_BY_EMAIL : 'Print or save this page as your confirmation.',
      supportParagraph(),
    ],
  });

const refusalReason = (order: Order): string => {
  if (!catalog.checkout?.withdrawal) return 'To withdraw from this purchase, please write to us.';
  if (refundableAmount(order) === 0) return 'There’s nothing left to refund on this order.';
  const deadline = `You had ${withdrawalDays()} days after you paid to withdraw, and that time is over`;
  return `${deadline}. If something isn’t right, tell us.`;
};

export const notWithdrawablePage = (order: Order): Response =>
  purchasePage({
    title: TITLE,
    status: 403,
    parts: [refusalReason(order), purchaseSummary(order), supportParagraph()],
  });
