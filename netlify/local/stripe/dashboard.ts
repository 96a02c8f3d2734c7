import { Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { countOf } from '../../shop/count-of.ts';
import {
  type Html,
  dateTime,
  errorNote,
  layout,
  pageHeaders,
  postButton,
} from '../kit/pages/layout.ts';
import type { Actions } from './actions.ts';
import { parseForm } from './api/params.ts';
import { isMoneyGone } from './disputes.ts';
import { badRequest } from './errors.ts';
import { NEXT_STATUSES, OPENINGS } from './objects/dispute.ts';
import type { Services } from './services.ts';
import type { EventRecord, Payment, Sending } from './state.ts';
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

const AMOUNT = html`<input
  name="amount"
  aria-label="Amount to refund"
  placeholder="2.00"
  required
/>`;

/** The actions that are possible for a payment. */
const buttonsOf = ({ session: { id, ...session }, charge, disputes }: Payment) => {
  const button = (action: string, label: string, more: Record<string, string> = {}, input?: Html) =>
    postButton(`/dashboard/${action}`, label, { session: id, ...more }, input);
  if (session.status === 'open') {
    return html`<a href="${session.url}">Payment page</a> ${button('expire', 'Expire')}`;
  }
  if (charge?.status === 'pending') {
    return html`${button('settle', 'Settle the debit', { outcome: 'succeeded' })}
    ${button('settle', 'Fail the debit', { outcome: 'failed' })}`;
  }
  if (charge?.status !== 'succeeded') return '';
  const isRefundable = !charge.refunded && !disputes.some(isMoneyGone);
  return html`${isRefundable ? button('refund', 'Refund in full') : ''}
  ${isRefundable ? button('refund', 'Partial refund', {}, AMOUNT) : ''}
  ${disputes.map((dispute) =>
    NEXT_STATUSES[dispute.status].map((status) =>
      postButton('/dashboard/dispute/update', inWords(status), { id: dispute.id, status }),
    ),
  )}
  ${OPENINGS.map((status) => button('dispute', `Open a ${inWords(status)}`, { status }))}`;
};

const paymentRow = (payment: Payment) => {
  const { session, product } = payment;
  const email = session.customer_details?.email;
  return html`<li id="${session.payment_intent ?? session.id}">
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

/** The state of an event's delivery in words. */
const deliveryOf = ({ held, deliveries, nextAttemptAtMs }: Sending): string => {
  const last = deliveries.at(-1);
  if (held) return 'held';
  if (!last) return 'not sent yet';
  const attempts = `${countOf(deliveries.length, 'attempt')}, last: ${last.status ?? last.error}`;
  return nextAttemptAtMs === null ? attempts : `${attempts}, next: ${dateTime(nextAttemptAtMs)}`;
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
    ${postButton('/dashboard/resend', 'Resend', { event: id })}
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

const dashboardPage = ({ store: { state } }: Services, error: string | null): Html => {
  const payments = newest(state.payments).map(paymentRow);
  const events = newest(state.events).map(eventRow);
  return layout({
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
        ${section('Payments', payments, 'No payments yet. Buy something in the shop.')}
        ${section('Events', events, 'No events yet. The first payment sends some.')}
      </div>`,
  });
};

/** The fields of a form for an action. People type an amount in dollars. */
const readFields = (form: string) => {
  const { amount: typed, ...fields } = parseForm(form);
  if (typeof typed !== 'string') return fields;
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed.trim())) {
    throw badRequest('Enter the amount like this: 2.00');
  }
  return { ...fields, amount: Math.round(Number(typed) * 100) };
};

/** The dashboard for the developer, `/`, with the actions of an owner or a bank. */
export const dashboardRoutes = (services: Services, actions: Actions) => {
  const app = new Hono()
    .use(pageHeaders)
    .get('/', (context) => context.html(dashboardPage(services, null)));
  for (const [name, act] of Object.entries(actions)) {
    app.post(`/dashboard/${name}`, async (context) => {
      await act(readFields(await context.req.text()));
      return context.redirect('/', 303);
    });
  }
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) throw error;
    return context.html(dashboardPage(services, error.message), 422);
  });
  return app;
};
