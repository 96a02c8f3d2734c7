import { Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { money } from '#contract/money.ts';
import { type Html, SHOP_NAME, errorNote, layout } from '../kit/layout.ts';
import { refuseIf, stripeError } from './errors.ts';
import type { StandInSession } from './objects.ts';
import { TEST_CARDS, cardOf, pay } from './pay.ts';
import { addUp, codesLike, discountOf } from './totals.ts';
import type { Services } from './services.ts';
import { type Payment, type StripeState, findPayment } from './state.ts';

const typed = z.string().trim().default('');

const formSchema = z.object({
  email: typed,
  method: z.enum(['card', 'bank']).default('card'),
  number: typed,
  /** The number of the card whose button was pressed. */
  test_card: typed,
  promotion_code: typed,
});

type Fields = z.infer<typeof formSchema>;

const page = (title: string, content: Html): Html =>
  layout({
    title: `${title} - ${SHOP_NAME}`,
    banner: 'Test payment page - no real money moves',
    content: html`<article>
      <strong>${SHOP_NAME}</strong>
      ${content}
    </article>`,
  });

const field = (label: string, name: string, value: string, attributes: Html | '' = '') =>
  html`<label>${label} <input name="${name}" value="${value}" ${attributes} /></label>`;

const NUMBER = html`inputmode="numeric" autocomplete="off"`;

/** No card field is `required`, since a hidden required field would block the form of a bank debit. */
const paymentForm = ({ email, method, number }: Fields, total: string) =>
  html`<form method="post">
    ${field('Email', 'email', email, html`type="email" autocomplete="email" required`)}
    <fieldset>
      <label><input type="radio" name="method" value="card" checked /> Card</label>
      <label
        ><input type="radio" name="method" value="bank" ${method === 'bank' ? 'checked' : ''} />
        Bank debit</label
      >
    </fieldset>
    <div class="by-card">
      ${field('Card number', 'number', number, NUMBER)} ${field('Expiry', 'expiry', '', NUMBER)}
      ${field('CVC', 'cvc', '', NUMBER)}
    </div>
    <button class="main">Pay ${total}</button>
    <h2>Test cards</h2>
    ${TEST_CARDS.map(
      (card) =>
        html`<p class="row">
          <button name="test_card" value="${card.number}" formnovalidate>Use ${card.number}</button>
          ${card.effect}
        </p>`,
    )}
  </form>`;

const CODE_FORM = html`<form method="post" class="row">
  ${field('Promotion code', 'promotion_code', '')} <button>Apply</button>
</form>`;

/** The page of an open session, with what the buyer typed and the error. */
const paymentPage = ({ session, product }: Payment, fields: Fields, error: string | null): Html => {
  const price = (amount: number) => money(amount, session.currency);
  const total = price(session.amount_total);
  const { amount_discount: discount = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const reduced = html`<p>${price(session.amount_subtotal)}, with ${price(discount)} off</p>`;
  return page(
    `Pay ${total}`,
    html`<h1>${product}</h1>
      <p class="total">${total}</p>
      ${discount > 0 ? reduced : ''} ${tax > 0 ? html`<p>including ${price(tax)} tax</p>` : ''}
      ${session.allow_promotion_codes && discount === 0 ? CODE_FORM : ''} ${errorNote(error)}
      <p>${session.custom_text.submit?.message}</p>
      ${paymentForm(fields, total)}
      ${session.cancel_url && html`<a href="${session.cancel_url}">Cancel and return</a>`}`,
  );
};

/** The address for a buyer who has paid. Like Stripe, replaces only the literal placeholder. */
const returnAddress = ({ id, success_url: url }: StandInSession) =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** The page of a session that cannot be paid: its state, and a link to the shop. */
const closedPage = (session: StandInSession): Html => {
  const isOver = session.status === 'expired';
  const paid = session.payment_status === 'unpaid' ? 'Your debit is pending' : 'You have paid';
  const title = isOver ? 'This payment page has expired' : paid;
  const href = isOver ? session.cancel_url : returnAddress(session);
  return page(
    title,
    html`<h1>${title}</h1>
      <a href="${href}">Return to ${SHOP_NAME}</a>`,
  );
};

/** Applies a code that the buyer typed. Throws if it does not fit. */
const applyCode = (state: StripeState, payment: Payment, code: string): void => {
  const { session } = payment;
  const [found] = codesLike(state.promotionCodes, code);
  if (!found) throw stripeError(400, 'This code is invalid.');
  addUp(payment, discountOf(found, session.amount_subtotal));
  session.discounts = [{ coupon: null, promotion_code: found.id }];
};

/** Pays as a buyer chose. Throws a message for the buyer about an invalid field. */
const payBy = (services: Services, payment: Payment, fields: Fields): Promise<void> => {
  const email = fields.test_card ? 'parent@example.com' : fields.email;
  refuseIf(!z.email().safeParse(email).success, 'Your email is incomplete.');
  const isDebit = fields.method === 'bank' && !fields.test_card;
  const method = isDebit ? 'bank debit' : cardOf(fields.test_card || fields.number);
  return pay(services, payment, method, { email, name: null });
};

/** The hosted payment page, `/c/pay/:session`. */
export const paymentPageRoutes = (services: Services) => {
  const { state, save } = services;
  return new Hono()
    .get('/:id', (context) => {
      const payment = findPayment(state, context.req.param('id'));
      const isOpen = payment.session.status === 'open';
      const shown = isOpen ? paymentPage(payment, formSchema.parse({}), null) : null;
      return context.html(shown ?? closedPage(payment.session));
    })
    .post('/:id', async (context) => {
      // Read before the payment is looked up: with an await between the lookup and the payment, two clicks on "Pay"
      // would both find the session open.
      const fields = formSchema.parse(await context.req.parseBody());
      const payment = findPayment(state, context.req.param('id'));
      const { session } = payment;
      if (session.status === 'expired') return context.html(closedPage(session), 410);
      try {
        // A second click leads to the same address as the first.
        if (session.status === 'open' && !fields.promotion_code) {
          await payBy(services, payment, fields);
        }
        if (session.status === 'complete') return context.redirect(returnAddress(session), 303);
        applyCode(state, payment, fields.promotion_code);
        save();
        return context.redirect(context.req.path, 303);
      } catch (error) {
        if (!(error instanceof HTTPException)) throw error;
        return context.html(paymentPage(payment, fields, error.message), error.status);
      }
    });
};
