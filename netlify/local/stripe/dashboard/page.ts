import { html } from 'hono/html';
import { isMoneyGone } from '../disputes.ts';
import { formatAmount } from '../money.ts';
import { type Html, errorNote, hiddenFields, layout } from '../pages/layout.ts';
import { type DisputeStatus, NEXT_STATUSES, OPENINGS } from '../objects/dispute.ts';
import { type Payment, paymentOf } from '../payment.ts';
import type { Services } from '../services.ts';
import type { Dispute, EventRecord, Session } from '../state.ts';

const SHOWN = 50;

/** A dispute by its status, and a button by the status it leads to. */
const DISPUTE_LABELS: Record<DisputeStatus, string> = {
  warning_needs_response: 'bank asks',
  warning_under_review: 'inquiry under review',
  warning_closed: 'inquiry closed',
  needs_response: 'disputed',
  under_review: 'dispute under review',
  won: 'dispute won',
  lost: 'dispute lost',
  appeal_needs_response: 'dispute appealed',
  appeal_under_review: 'appeal under review',
  prevented: 'dispute prevented',
};

const OPENING_LABELS: Record<(typeof OPENINGS)[number], string> = {
  needs_response: 'Open a dispute',
  warning_needs_response: 'Open an inquiry',
  prevented: 'Prevented dispute',
};

type Status = { label: string; tone: '' | 'good' | 'bad' };

const isSettled = ({ status }: Dispute) => status === 'won' || status === 'warning_closed';

/** A payment's status in a few words: the latest and gravest fact wins. */
const statusOf = ({ session, charge, disputes }: Payment): Status => {
  const open = disputes.findLast((dispute) => !isSettled(dispute));
  const settled = disputes.at(-1);
  if (session.status === 'open') return { label: 'open', tone: '' };
  if (session.status === 'expired') return { label: 'expired', tone: 'bad' };
  if (charge?.status === 'pending') return { label: 'bank debit waits', tone: '' };
  if (charge?.status === 'failed') return { label: 'bank debit failed', tone: 'bad' };
  if (open) return { label: DISPUTE_LABELS[open.status], tone: 'bad' };
  if (charge?.refunded) return { label: 'refunded', tone: 'bad' };
  if (charge && charge.amount_refunded > 0) {
    const refunded = formatAmount(charge.amount_refunded, charge.currency);
    return { label: `paid, ${refunded} refunded`, tone: 'good' };
  }
  return { label: settled ? `paid, ${DISPUTE_LABELS[settled.status]}` : 'paid', tone: 'good' };
};

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const button = (action: string, label: string, fields: Record<string, string>, input?: Html) =>
  html`<form method="post" action="/dashboard/${action}">
    ${hiddenFields(fields)} ${input}
    <button>${label}</button>
  </form>`;

const amountInput = html`<label
  ><span class="hidden">Amount to refund</span>
  <input name="amount" inputmode="decimal" placeholder="2.00" autocomplete="off" required />
</label>`;

const disputeButtons = ({ id, status }: Dispute) =>
  NEXT_STATUSES[status].map((next) =>
    button('dispute/update', DISPUTE_LABELS[next], { id, status: next }),
  );

/** Only what can be done to the payment as it is. */
const buttons = ({ session: { id, ...session }, charge, disputes, warnings }: Payment) => {
  const payment = { session: id };
  if (session.status === 'open') {
    return html`<a href="${session.url}">Payment page</a> ${button('expire', 'Expire', payment)}`;
  }
  if (charge?.status === 'pending') {
    return html`${button('settle', 'Settle the debit', { ...payment, outcome: 'succeeded' })}
    ${button('settle', 'Fail the debit', { ...payment, outcome: 'failed' })}`;
  }
  if (charge?.status !== 'succeeded') return '';
  const isRefundable = !charge.refunded && !disputes.some(isMoneyGone);
  return html`${isRefundable ? button('refund', 'Refund in full', payment) : ''}
  ${isRefundable ? button('refund', 'Refund part', payment, amountInput) : ''}
  ${disputes.map(disputeButtons)}
  ${OPENINGS.map((status) => button('dispute', OPENING_LABELS[status], { ...payment, status }))}
  ${warnings.length === 0 ? button('warn', 'Early fraud warning', payment) : ''}`;
};

const paymentRow = (payment: Payment) => {
  const { session, details, warnings } = payment;
  const { label, tone } = statusOf(payment);
  const email = session.customer_details?.email;
  return html`<li id="${session.payment_intent ?? session.id}">
    <div class="head">
      <span class="name">${details.lineItems.map((line) => line.description).join(', ')}</span>
      <span class="amount">${formatAmount(session.amount_total, session.currency)}</span>
    </div>
    <p class="small">
      <span class="state ${tone}">${label}</span>
      ${warnings.length > 0 ? html`<span class="state bad">fraud warning</span>` : ''}
    </p>
    <p class="small quiet">
      ${dateTime.format(session.created * 1000)}${email ? `, ${email}` : ''}, session
      <code>…${session.id.slice(-8)}</code>
    </p>
    <div class="actions">${buttons(payment)}</div>
  </li>`;
};

const deliveryStatus = ({ event, held, deliveries, nextAttemptAtMs }: EventRecord) => {
  const last = deliveries.at(-1);
  if (held) return 'held back';
  if (!last) return 'not sent yet';
  const answer = last.status === null ? (last.error ?? 'no answer') : `answer ${last.status}`;
  const tries = deliveries.length === 1 ? answer : `${deliveries.length} tries, last: ${answer}`;
  if (event.pending_webhooks === 0) return `delivered (${tries})`;
  return nextAttemptAtMs === null
    ? `given up (${tries})`
    : `failed (${tries}), next try ${clock.format(nextAttemptAtMs)}`;
};

const eventRow = (record: EventRecord) => {
  const { id, type, created } = record.event;
  return html`<li class="event">
    <span class="name">${type}</span>
    <span class="small quiet">
      ${dateTime.format(created * 1000)}, ${deliveryStatus(record)}<br /><code>${id}</code>
    </span>
    ${button('resend', 'Resend', { event: id })}
  </li>`;
};

const section = (title: string, rows: Html[], none: string) =>
  html`<section>
    <h2>${title}</h2>
    ${
      rows.length === 0
        ? html`<p class="quiet">${none}</p>`
        : html`<ul class="rows">
            ${rows}
          </ul>`
    }
  </section>`;

const newest = <Item>(items: readonly Item[]) => items.slice(-SHOWN).toReversed();

export const dashboardPage = (
  { store: { state }, withInbox }: Services,
  error: string | null,
): Html => {
  const payments = newest(state.sessions).map((session: Session) =>
    paymentRow(paymentOf(state, session)),
  );
  const events = newest(state.events).map(eventRow);
  return layout({
    title: 'Stripe stand-in',
    wide: true,
    banner: html`<strong>Stripe stand-in</strong> - no real money moves`,
    content: html`<h1>Payments and events</h1>
      <p class="quiet">
        Do here what would happen at Stripe, and watch how the shop takes it. Reload to see what is
        new. ${withInbox ? html`<a href="/inbox">Inbox</a>` : ''}
      </p>
      ${errorNote(error)}
      <div class="columns">
        ${section('Payments', payments, 'None yet. Buy something in the shop.')}
        ${section('Events', events, 'None yet. The first comes with the first payment.')}
      </div>`,
  });
};
