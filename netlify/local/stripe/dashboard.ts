import { html } from 'hono/html';
import { money } from '#contract/money.ts';
import { type Html, dateTime, errorNote, layout } from '../kit/layout.ts';
import { OPENINGS, isMoneyGone } from './after-sale.ts';
import { NEXT_STATUSES } from './objects.ts';
import type { EventRecord, Payment, StripeState } from './state.ts';

/** A button for an action, with the input beside it. */
const button = (action: string, label: string, fields: object, input: Html | '' = '') =>
  html`<form method="post" action="/_control/${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${input} <button>${label}</button>
  </form>`;

const inWords = (status: string) => `dispute: ${status.replaceAll('_', ' ')}`;

/** The state of a payment, in a few words for each fact. */
const factsOf = ({ session, charge, refunds, disputes }: Payment): string =>
  [
    session.status === 'complete' ? (charge?.status ?? 'free') : session.status,
    ...refunds.map((one) => `${money(one.amount, one.currency)} refund ${one.status}`),
    ...disputes.map(({ status }) => inWords(status)),
  ].join(', ');

const CENTS = html`<input type="number" name="amount" min="1" placeholder="cents, or all" />`;

/** The actions that are possible for a payment. */
const buttonsOf = ({ session: { id: session, status, url }, charge, disputes }: Payment) => {
  if (status === 'open') {
    return html`<a href="${url}">Payment page</a> ${button('expire', 'Expire', { session })}`;
  }
  if (charge?.status === 'pending') {
    return html`${button('settle', 'Settle the debit', { session, outcome: 'succeeded' })}
    ${button('settle', 'Fail the debit', { session, outcome: 'failed' })}`;
  }
  if (charge?.status !== 'succeeded') return '';
  const isRefundable = !charge.refunded && !disputes.some(isMoneyGone);
  return html`${isRefundable ? button('refund', 'Refund', { session }, CENTS) : ''}
  ${disputes.map(({ id, status: before }) =>
    NEXT_STATUSES[before].map((next) =>
      button('dispute/update', inWords(next), { id, status: next }),
    ),
  )}
  ${OPENINGS.map((opening) =>
    button('dispute', `Open a ${inWords(opening)}`, { session, status: opening }),
  )}`;
};

const paymentRow = (payment: Payment) => {
  const { session, product } = payment;
  return html`<article>
    <div class="row">
      <strong>${product}</strong> ${money(session.amount_total, session.currency)}
    </div>
    ${factsOf(payment)}<br />
    <small>
      ${dateTime(session.created * 1000)} ${session.customer_details?.email}, session
      …${session.id.slice(-8)}
    </small>
    <div class="row start">${buttonsOf(payment)}</div>
  </article>`;
};

/** The delivery of an event in words. */
const deliveryOf = ({ attempts, lastResult, nextAttemptAtMs }: EventRecord): string => {
  const next = nextAttemptAtMs === null ? '' : `, next: ${dateTime(nextAttemptAtMs)}`;
  return `sent ${attempts} times, answer: ${lastResult ?? 'none'}${next}`;
};

const eventRow = (record: EventRecord) => {
  const { id, type, created } = record.event;
  return html`<article class="row">
    <div>
      <strong>${type}</strong><br />
      <small>${dateTime(created * 1000)}, ${deliveryOf(record)}, ${id}</small>
    </div>
    ${button('resend', 'Resend', { event: id })}
  </article>`;
};

const SHOWN = 50;

const section = <Item>(title: string, items: readonly Item[], row: (item: Item) => Html) =>
  html`<section>
    <h2>${title}</h2>
    ${items.length === 0 ? 'None yet.' : items.slice(-SHOWN).toReversed().map(row)}
  </section>`;

/** The page for the developer, who acts as an owner or a bank. */
export const dashboardPage = ({ payments, events }: StripeState, error: string | null): Html =>
  layout({
    title: 'Stripe stand-in',
    isWide: true,
    banner: 'Stripe stand-in - no real money moves',
    content: html`<h1>Payments and events</h1>
      <p>
        Act as Stripe, a bank or a buyer, and see how the shop reacts. Reload the page to see what
        is new. Without a mail service of your own, emails arrive in the <a href="/inbox">inbox</a>.
      </p>
      ${errorNote(error)}
      <div class="columns">
        ${section('Payments', payments, paymentRow)} ${section('Events', events, eventRow)}
      </div>`,
  });
