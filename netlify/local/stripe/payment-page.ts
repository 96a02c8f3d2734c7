import { Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import {
  type Html,
  SHOP_NAME,
  errorNote,
  layout,
  pageHeaders,
  postButton,
} from '../kit/pages/layout.ts';
import { badRequest } from './errors.ts';
import type { Session } from './objects.ts';
import { checkParams, parseForm } from './params.ts';
import { type Method, TEST_CARDS, cardOf, pay } from './pay.ts';
import { codesLike, discountOf } from './promotion-codes.ts';
import type { Services } from './services.ts';
import { type Payment, type State, findPayment } from './state.ts';
import { discountSession, formatAmount } from './totals.ts';

const typed = z.string().trim().default('');

const formSchema = z.object({
  email: typed,
  method: z.enum(['card', 'bank']).default('card'),
  number: typed,
  expiry: typed,
  cvc: typed,
  promotion_code: typed,
});

type Fields = z.infer<typeof formSchema>;

const page = (title: string, card: Html, below: Html | '' = ''): Html =>
  layout({
    title: `${title} - ${SHOP_NAME}`,
    banner: html`<strong>Test payment page</strong> - no real money moves`,
    content: html`<p class="name">${SHOP_NAME}</p>
      <div class="card">${card}</div>
      ${below}`,
  });

const field = (label: string, name: string, value: string, attributes: Html | '' = '') =>
  html`<label class="field">
    ${label} <input name="${name}" value="${value}" ${attributes} />
  </label>`;

const choice = (value: Fields['method'], label: string, chosen: Fields['method']) =>
  html`<label>
    <input type="radio" name="method" value="${value}" ${value === chosen ? 'checked' : ''} />
    ${label}
  </label>`;

const DIGITS = html`inputmode="numeric" autocomplete="off"`;

/** No card field is `required`, since a hidden required field would block the form of a bank debit. */
const paymentForm = ({ email, method, number, expiry }: Fields, total: string) =>
  html`<form method="post">
    ${field('Email', 'email', email, html`type="email" autocomplete="email" required`)}
    <fieldset class="pair">
      <legend>Pay with</legend>
      ${choice('card', 'Card', method)} ${choice('bank', 'Bank debit', method)}
    </fieldset>
    <div class="by-card">
      ${field('Card number', 'number', number, html`${DIGITS} placeholder="4242 4242 4242 4242"`)}
      <div class="pair">
        ${field('Expiry', 'expiry', expiry, html`autocomplete="off" placeholder="MM / YY"`)}
        ${field('CVC', 'cvc', '', html`${DIGITS} placeholder="123"`)}
      </div>
    </div>
    <p class="by-bank">The debit is pending until you settle it on the dashboard.</p>
    <button class="main">Pay ${total}</button>
  </form>`;

const CODE_FORM = html`<form method="post">
  ${field('Promotion code', 'promotion_code', '', html`autocomplete="off" placeholder="SPRING"`)}
  <button>Apply</button>
</form>`;

const GOOD = { email: 'parent@example.com', expiry: '12 / 34', cvc: '123' };

/** The page of an open session, with what the buyer typed and the error. */
const paymentPage = ({ session, product }: Payment, fields: Fields, error: string | null): Html => {
  const money = (amount: number) => formatAmount(amount, session.currency);
  const total = money(session.amount_total);
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const reduced = html`<p>${money(session.amount_subtotal)}, with ${money(discount)} off</p>`;
  return page(
    `Pay ${total}`,
    html`<h1>${product}</h1>
      <p class="total amount">${total}</p>
      ${discount > 0 ? reduced : ''} ${tax > 0 ? html`<p>including ${money(tax)} tax</p>` : ''}
      ${errorNote(error)} ${session.allow_promotion_codes && discount === 0 ? CODE_FORM : ''}
      ${paymentForm(fields, total)}
      <p class="small">${session.custom_text.submit?.message}</p>
      ${session.cancel_url && html`<a href="${session.cancel_url}">Cancel and return</a>`}`,
    html`<section>
      <h2>Test cards</h2>
      <p class="quiet small">With any future date and any three digits. Others are refused.</p>
      ${TEST_CARDS.map(
        ({ number, label }) =>
          html`<div class="head">
            ${label} ${postButton('', `Use ${number}`, { ...GOOD, number })}
          </div>`,
      )}
    </section>`,
  );
};

/** The address for a buyer who has paid. Like Stripe, replaces only the literal placeholder. */
const returnAddress = ({ id, success_url: url }: Session) =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** The page of a session that cannot be paid: its state, and a link to the shop. */
const closedPage = (session: Session): Html => {
  const { status, payment_status: paid, cancel_url, success_url } = session;
  const [title, href] =
    status === 'expired'
      ? ['This payment page has expired', cancel_url ?? new URL(success_url).origin]
      : [
          paid === 'unpaid' ? 'Your bank debit is on its way' : 'You have already paid',
          returnAddress(session),
        ];
  return page(
    title,
    html`<h1>${title}</h1>
      <p><a href="${href}">Return to ${SHOP_NAME}</a></p>`,
  );
};

/** The payment method that a buyer chose. Throws a message for the buyer about the first invalid field. */
const methodOf = (fields: Fields): Method => {
  if (!z.email().safeParse(fields.email).success) throw badRequest('Your email is incomplete.');
  if (fields.method === 'bank') return 'bank debit';
  return cardOf(fields.number);
};

/** Applies a code that the buyer typed. Throws if it does not fit. */
const applyCode = (state: State, payment: Payment, code: string): void => {
  const { allow_promotion_codes: takesCodes, amount_subtotal: price } = payment.session;
  const [found] = takesCodes ? codesLike(state.promotionCodes, { code, active: true }) : [];
  if (!found) throw badRequest('This code is invalid.');
  discountSession(payment, discountOf(found, price), found.object.id);
};

/** The hosted payment page, `/c/pay/:session`. */
export const paymentPageRoutes = (services: Services) => {
  const { state, save } = services;
  return new Hono()
    .use(pageHeaders)
    .get('/:id', (context) => {
      const payment = findPayment(state, context.req.param('id'));
      const { status } = payment.session;
      return status === 'open'
        ? context.html(paymentPage(payment, formSchema.parse({}), null))
        : context.html(closedPage(payment.session), status === 'expired' ? 410 : 200);
    })
    .post('/:id', async (context) => {
      // Read before the payment is looked up: with an await between the lookup and the payment, two clicks on "Pay"
      // would both find the session open.
      const fields = checkParams(formSchema, parseForm(await context.req.text()));
      const payment = findPayment(state, context.req.param('id'));
      const { session } = payment;
      // A second click leads to the same address as the first.
      if (session.status === 'complete') return context.redirect(returnAddress(session), 303);
      if (session.status !== 'open') return context.html(closedPage(session), 410);
      try {
        if (fields.promotion_code) {
          applyCode(state, payment, fields.promotion_code);
          save();
          return context.redirect(context.req.path, 303);
        }
        await pay(services, payment, methodOf(fields), { email: fields.email, name: null });
        return context.redirect(returnAddress(session), 303);
      } catch (error) {
        if (!(error instanceof HTTPException)) throw error;
        return context.html(paymentPage(payment, fields, error.message), error.status);
      }
    });
};
