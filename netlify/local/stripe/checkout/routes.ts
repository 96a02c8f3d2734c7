import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { checkParams, parseForm } from '../api/params.ts';
import { badRequest } from '../errors.ts';
import { SHOP_NAME, pageHeaders } from '../../kit/pages/layout.ts';
import { findPayment } from '../payment.ts';
import { discountOf, discountSession, findByCode } from '../promotion-codes.ts';
import type { Services } from '../services.ts';
import type { Payment, Session, State } from '../state.ts';
import { formSchema, readMethod } from './form.ts';
import { noticePage, paymentPage } from './page.ts';
import { pay } from './pay.ts';

/** The address for a buyer who has paid. Like Stripe, replaces only the literal placeholder. */
const returnAddress = ({ id, success_url: url }: Pick<Session, 'id' | 'success_url'>) =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** Applies a code that the buyer typed. Throws where it does not fit. */
const typeCode = (state: State, payment: Payment, typed: string): void => {
  const { allow_promotion_codes: takesCodes, amount_subtotal: price } = payment.session;
  const code = takesCodes ? findByCode(state, typed) : undefined;
  if (!code) throw badRequest('This code is invalid.');
  discountSession(payment, discountOf(code, price), code.object.id);
};

/** The page of a session that cannot be paid. */
const closedPage = ({ status, payment_status, cancel_url, ...session }: Session) => {
  if (status === 'expired') {
    const text = 'No charge was made. You can start again from the shop at any time.';
    const href = cancel_url ?? new URL(session.success_url).origin;
    return noticePage('This payment page has expired', text, `Return to ${SHOP_NAME}`, href);
  }
  const isOnItsWay = payment_status === 'unpaid';
  const title = isOnItsWay ? 'Your bank debit is on its way' : 'You have already paid';
  const text = 'There is nothing more to do here. The shop shows the status of your order.';
  const label = `Back to your order at ${SHOP_NAME}`;
  return noticePage(title, text, label, returnAddress(session));
};

/** The hosted payment page, `/c/pay/:session`. */
export const checkoutRoutes = (services: Services) => {
  const { state, save } = services.store;
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
          typeCode(state, payment, fields.promotion_code);
          save();
          return context.redirect(context.req.path, 303);
        }
        await pay(services, payment, readMethod(fields), { ...fields, name: null });
        return context.redirect(returnAddress(session), 303);
      } catch (error) {
        if (!(error instanceof HTTPException)) throw error;
        return context.html(paymentPage(payment, fields, error.message), error.status);
      }
    });
};
