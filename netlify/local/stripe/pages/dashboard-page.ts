import { html } from 'hono/html';
import { formatAmount } from '../money.ts';
import { lastAttempt, paidAttempt, refundedAmount, totalAmount } from '../objects/amounts.ts';
import { NEXT_STATUSES, OPENINGS, isMoneyGone } from '../disputes.ts';
import type { DisputeRecord, EventRecord, Payment, State } from '../state.ts';
import { layout, type Html } from './layout.ts';
import {
  DISPUTE_WORDS,
  OPENING_WORDS,
  clockWords,
  productNames,
  standingOf,
  timeWords,
} from './payment-words.ts';

const SHOWN = 50;

const button = (action: string, label: string, fields: Record<string, string>) =>
  html`<form method="post" action="/dashboard/${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button>${label}</button>
  </form>`;

const refundDeeds = (payment: Payment) =>
  html`${button('refund', 'Refund in full', { payment: payment.id })}
    <form method="post" action="/dashboard/refund">
      <input type="hidden" name="payment" value="${payment.id}" />
      <label
        ><span class="hidden">Amount to refund</span>
        <input name="amount" inputmode="decimal" placeholder="2.00" autocomplete="off" required />
      </label>
      <button>Refund part</button>
    </form>`;

const disputeDeeds = ({ id, status }: DisputeRecord) =>
  NEXT_STATUSES[status].map((next) =>
    button('dispute/update', DISPUTE_WORDS[next], { dispute: id, status: next }),
  );

/** Only what can be done to the payment as it stands. */
const deedsOf = (payment: Payment) => {
  const id = payment.id;
  const left = totalAmount(payment) - refundedAmount(payment);
  const paid = paidAttempt(payment) !== undefined;
  if (payment.status === 'open') {
    return html`<a href="${payment.url}">Payment page</a>
      ${button('expire', 'Expire', { payment: id })}`;
  }
  if (lastAttempt(payment)?.status === 'pending') {
    return html`${button('settle', 'Settle the debit', { payment: id, outcome: 'succeeded' })}
    ${button('settle', 'Fail the debit', { payment: id, outcome: 'failed' })}`;
  }
  return html`${paid && left > 0 && !payment.disputes.some(isMoneyGone) ? refundDeeds(payment) : ''}
  ${payment.disputes.map(disputeDeeds)}
  ${
    paid
      ? OPENINGS.map((status) => button('dispute', OPENING_WORDS[status], { payment: id, status }))
      : ''
  }
  ${
    paid && payment.warnings.length === 0
      ? button('warn', 'Early fraud warning', { payment: id })
      : ''
  }`;
};

const paymentRow = (payment: Payment) => {
  const { words, tone } = standingOf(payment);
  const buyer = payment.buyer?.email ?? payment.customerEmail;
  return html`<li id="${payment.intent?.id ?? payment.id}">
    <div class="head">
      <span class="name">${productNames(payment)}</span>
      <span class="amount">${formatAmount(totalAmount(payment), payment.currency)}</span>
    </div>
    <p class="small">
      <span class="state ${tone}">${words}</span>
      ${payment.warnings.length > 0 ? html`<span class="state bad">fraud warning</span>` : ''}
    </p>
    <p class="small quiet">
      ${timeWords(payment.created * 1000)}${buyer ? `, ${buyer}` : ''}, session
      <code>…${payment.id.slice(-8)}</code>
    </p>
    <div class="deeds">${deedsOf(payment)}</div>
  </li>`;
};

const deliveryWords = (event: EventRecord) => {
  const last = event.deliveries.at(-1);
  if (event.held) return 'held back';
  if (!last) return 'not sent yet';
  const tries = event.deliveries.length;
  const answer = last.status === null ? (last.error ?? 'no answer') : `answer ${last.status}`;
  const words = tries === 1 ? answer : `${tries} tries, last: ${answer}`;
  if (event.acknowledged) return `delivered (${words})`;
  return event.nextAttemptAtMs === null
    ? `given up (${words})`
    : `failed (${words}), next try ${clockWords(event.nextAttemptAtMs)}`;
};

const eventRow = (event: EventRecord) =>
  html`<li class="event">
    <span class="name">${event.type}</span>
    <span class="small quiet">
      ${timeWords(event.created * 1000)}, ${deliveryWords(event)}<br /><code>${event.id}</code>
    </span>
    ${button('resend', 'Resend', { event: event.id })}
  </li>`;

export const dashboardPage = (state: State, error: string | null): Html => {
  const payments = state.payments.toReversed().slice(0, SHOWN);
  const events = state.events.toReversed().slice(0, SHOWN);
  return layout({
    title: 'Stripe stand-in',
    wide: true,
    banner: html`<strong>Stripe stand-in</strong> - no real money moves`,
    content: html`<h1>Payments and events</h1>
      <p class="quiet">
        Do here what would happen at Stripe, and watch how the shop takes it. Reload to see what is
        new.
      </p>
      ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
      <div class="columns">
        <section>
          <h2>Payments</h2>
          ${
            payments.length === 0
              ? html`<p class="quiet">None yet. Buy something in the shop.</p>`
              : html`<ul class="rows">
                  ${payments.map(paymentRow)}
                </ul>`
          }
        </section>
        <section>
          <h2>Events</h2>
          ${
            events.length === 0
              ? html`<p class="quiet">None yet. The first comes with the first payment.</p>`
              : html`<ul class="rows">
                  ${events.map(eventRow)}
                </ul>`
          }
        </section>
      </div>`,
  });
};
