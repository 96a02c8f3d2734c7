import { html } from 'hono/html';
import { money } from '#contract/money.ts';
import { formatDateTime } from '../shared/format-date-time.ts';
import type { Html } from '../../http/page.ts';
import { errorAlert, layout } from '../shared/layout.ts';
import {
  INITIAL_DISPUTE_STATUSES,
  NEXT_DISPUTE_STATUSES,
  areFundsWithdrawn,
} from './dispute-status.ts';
import type { EventRecord, Payment, StripeState } from './state.ts';

/** A form that runs an action from actions.ts. `input` is shown next to the button. */
const actionButton = (action: string, label: string, fields: object, input: Html | '' = '') =>
  html`<form method="post" action="/_control/${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${input} <button>${label}</button>
  </form>`;

const disputeText = (status: string) => `dispute: ${status.replaceAll('_', ' ')}`;

const sessionText = ({ session, charge }: Payment): string | null => {
  if (session.status !== 'complete') return session.status;
  return charge?.status ?? 'free';
};

const paymentText = (payment: Payment): string => {
  const refunds = payment.refunds.map(
    ({ amount, currency, status }) => `${money(amount, currency)} refund ${status}`,
  );
  const disputes = payment.disputes.map(({ status }) => disputeText(status));
  return [sessionText(payment), ...refunds, ...disputes].join(', ');
};

const AMOUNT_INPUT = html`<input
  type="number"
  name="amount"
  min="1"
  placeholder="cents, or all"
/>`;

const paymentButtons = ({ session, charge, disputes }: Payment) => {
  const { id, status, url } = session;
  if (status === 'open') {
    return html`<a href="${url}">Payment page</a>
      ${actionButton('expire', 'Expire', { session: id })}`;
  }
  if (charge?.status === 'pending') {
    return html`${actionButton('settle', 'Settle the debit', { session: id, outcome: 'succeeded' })}
    ${actionButton('settle', 'Fail the debit', { session: id, outcome: 'failed' })}`;
  }
  if (charge?.status !== 'succeeded') return '';
  const isRefundable =
    !charge.refunded && !disputes.some((dispute) => areFundsWithdrawn(dispute.status));
  return html`${isRefundable ? actionButton('refund', 'Refund', { session: id }, AMOUNT_INPUT) : ''}
  ${disputes.map((dispute) =>
    NEXT_DISPUTE_STATUSES[dispute.status].map((next) =>
      actionButton('dispute/update', disputeText(next), { id: dispute.id, status: next }),
    ),
  )}
  ${INITIAL_DISPUTE_STATUSES.map((initialStatus) =>
    actionButton('dispute', `Open a ${disputeText(initialStatus)}`, {
      session: id,
      status: initialStatus,
    }),
  )}`;
};

const paymentRow = (payment: Payment) => {
  const { session, product } = payment;
  return html`<article>
    <div class="row">
      <strong>${product}</strong> ${money(session.amount_total, session.currency)}
    </div>
    ${paymentText(payment)}<br />
    <small>
      ${formatDateTime(session.created * 1000)} ${session.customer_details?.email}, session
      …${session.id.slice(-8)}
    </small>
    <div class="row start">${paymentButtons(payment)}</div>
  </article>`;
};

const deliveryText = ({ attempts, lastResult, nextAttemptAtMs }: EventRecord): string => {
  const next = nextAttemptAtMs === null ? '' : `, next attempt: ${formatDateTime(nextAttemptAtMs)}`;
  return `attempts: ${attempts}, last response: ${lastResult ?? 'none'}${next}`;
};

const eventRow = (record: EventRecord) => {
  const { id, type, created } = record.event;
  return html`<article class="row">
    <div>
      <strong>${type}</strong><br />
      <small>${formatDateTime(created * 1000)}, ${deliveryText(record)}, ${id}</small>
    </div>
    ${actionButton('resend', 'Resend', { event: id })}
  </article>`;
};

const MAX_SHOWN = 50;

const section = <Item>(title: string, items: readonly Item[], row: (item: Item) => Html) =>
  html`<section>
    <h2>${title}</h2>
    ${items.length === 0 ? 'None yet.' : items.slice(-MAX_SHOWN).toReversed().map(row)}
  </section>`;

export const dashboardPage = ({ payments, events }: StripeState, error: string | null): Html =>
  layout({
    title: 'Stripe stand-in',
    isWide: true,
    banner: 'Stripe stand-in - no real money moves',
    content: html`<h1>Payments and events</h1>
      <p>
        Act as Stripe, a bank or a buyer, and see how the shop reacts. Reload the page to see new
        entries. Unless .env has a mail service, emails arrive in the <a href="/inbox">inbox</a>.
      </p>
      ${errorAlert(error)}
      <div class="columns">
        ${section('Payments', payments, paymentRow)} ${section('Events', events, eventRow)}
      </div>`,
  });
