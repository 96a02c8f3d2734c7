import { html } from 'hono/html';
import { countOf } from '../../shop/count-of.ts';
import { type Html, dateTime, errorNote, layout, postButton } from '../kit/pages/layout.ts';
import { NEXT_STATUSES, OPENINGS, isMoneyGone } from './dispute-statuses.ts';
import type { EventRecord, Payment, State } from './state.ts';
import { formatAmount } from './totals.ts';

const SHOWN = 50;

/** Words for the status of a dispute. */
const inWords = (status: string) => `dispute: ${status.replaceAll('_', ' ')}`;

/** The state of a payment, in a few words for each fact. */
const factsOf = ({ session, charge, disputes }: Payment): string => {
  const refunded = charge?.amount_refunded ?? 0;
  // A free order has no charge.
  const isPaid = !charge || charge.status === 'succeeded';
  const paid = isPaid ? 'paid' : `bank debit ${charge.status}`;
  return [
    session.status === 'complete' ? paid : session.status,
    ...(refunded > 0 ? [`${formatAmount(refunded, session.currency)} refunded`] : []),
    ...disputes.map(({ status }) => inWords(status)),
  ].join(', ');
};

/** A button for an action. */
const button = (name: string, label: string, fields: Record<string, string>, input?: Html) =>
  postButton(`/_control/${name}`, label, fields, input);

const refundForm = (session: string, mostInCents: number) =>
  button(
    'refund',
    'Refund',
    { session },
    html`<input
      type="number"
      name="amount"
      min="1"
      max="${mostInCents}"
      aria-label="Amount in cents, or all"
      placeholder="cents, or all"
    />`,
  );

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
  return html`${isRefundable ? refundForm(session, charge.amount - charge.amount_refunded) : ''}
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
  const email = session.customer_details?.email;
  return html`<li>
    <div class="head">
      <span class="name">${product}</span>
      <span class="amount">${formatAmount(session.amount_total, session.currency)}</span>
    </div>
    <p class="small"><span class="state">${factsOf(payment)}</span></p>
    <p class="small quiet">
      ${dateTime(session.created * 1000)}${email ? `, ${email}` : ''}, session
      <code>…${session.id.slice(-8)}</code>
    </p>
    <div class="actions">${buttonsOf(payment)}</div>
  </li>`;
};

/** The delivery of an event in words. */
const deliveryOf = ({ attempts, lastResult, nextAttemptAtMs }: EventRecord): string => {
  if (lastResult === null) return nextAttemptAtMs === null ? 'held' : 'not sent yet';
  const next = nextAttemptAtMs === null ? '' : `, next: ${dateTime(nextAttemptAtMs)}`;
  return `${countOf(attempts, 'attempt')}, last: ${lastResult}${next}`;
};

const eventRow = (record: EventRecord) => {
  const { id, type, created } = record.event;
  return html`<li class="head">
    <div>
      <span class="name">${type}</span>
      <p class="small quiet">
        ${dateTime(created * 1000)}, ${deliveryOf(record)}<br /><code>${id}</code>
      </p>
    </div>
    ${button('resend', 'Resend', { event: id })}
  </li>`;
};

const section = (title: string, rows: Html[], none: string) =>
  html`<section>
    <h2>${title}</h2>
    ${rows.length === 0 ? html`<p class="quiet">${none}</p>` : ''}
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;

const newest = <Item>(items: readonly Item[]) => items.slice(-SHOWN).toReversed();

/** The page for the developer, who acts as an owner or a bank. */
export const dashboardPage = ({ payments, events }: State, error: string | null): Html =>
  layout({
    title: 'Stripe stand-in',
    wide: true,
    banner: html`<strong>Stripe stand-in</strong> - no real money moves`,
    content: html`<h1>Payments and events</h1>
      <p class="quiet">
        Act as Stripe, a bank or a buyer, and see how the shop reacts. Reload the page to see what
        is new. Without a mail service of your own, emails arrive in the <a href="/inbox">inbox</a>.
      </p>
      ${errorNote(error)}
      <div class="columns">
        ${section('Payments', newest(payments).map(paymentRow), 'No payments yet.')}
        ${section('Events', newest(events).map(eventRow), 'No events yet.')}
      </div>`,
  });
