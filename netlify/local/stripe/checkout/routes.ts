import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { checkParams, parseForm } from '../api/params.ts';
import { badRequest } from '../errors.ts';
import { SHOP_NAME, pageHeaders } from '../../kit/pages/layout.ts';
import { discountOf, discountSession, findByCode } from '../promotion-codes.ts';
import type { Services } from '../services.ts';
import type { Payment, Session, State } from '../state.ts';
import { formSchema, readMethod } from './form.ts';
import { noticePage, paymentPage } from './page.ts';
import { pay } from './pay.ts';

const TO_SHOP = `Return to ${SHOP_NAME}`;
const TO_ORDER = `Back to your order at ${SHOP_NAME}`;

/** The address for a buyer who has paid. Like Stripe, replaces only the literal placeholder. */
const returnAddress = ({ id, success_url: url }: Session) =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** Applies a code that the buyer typed. Throws where it does not fit. */
const typeCode = (state: State, payment: Payment, typed: string): void => {
  const { allow_promotion_codes: takesCodes, amount_subtotal: price } = payment.session;
  const code = takesCodes ? findByCode(state, typed) : undefined;
  if (!code) throw badRequest('This code is invalid.');
  discountSession(payment, discountOf(code, price), code.object.id);
};

/** The hosted payment page, `/c/pay/:session`. */
export const checkoutRoutes = (services: Services) => {
  const { shopOrigin, store } = services;
  const find = (id: string) => store.state.payments.find(({ session }) => session.id === id);

  /** The page of a session that cannot be paid. */
  const closedPage = (context: Context, session: Session | undefined) => {
    if (!session) {
      const text = 'The address may be incomplete. No charge was made.';
      const title = 'This payment page does not exist';
      return context.html(noticePage(title, text, TO_SHOP, shopOrigin), 404);
    }
    if (session.status === 'expired') {
      const text = 'No charge was made. You can start again from the shop at any time.';
      const href = session.cancel_url ?? shopOrigin;
      return context.html(noticePage('This payment page has expired', text, TO_SHOP, href), 410);
    }
    const [title, text] =
      session.payment_status === 'unpaid'
        ? [
            'Your bank debit is on its way',
            'There is nothing more to do here. The shop shows the status of your order.',
          ]
        : ['You have already paid', 'This order is paid. You will not be charged again.'];
    return context.html(noticePage(title, text, TO_ORDER, returnAddress(session)));
  };

  return new Hono()
    .use(pageHeaders)
    .get('/:id', (context) => {
      const payment = find(context.req.param('id'));
      return payment?.session.status === 'open'
        ? context.html(paymentPage(payment, formSchema.parse({}), null))
        : closedPage(context, payment?.session);
    })
    .post('/:id', async (context) => {
      // Read before the session is looked up: with an await between the lookup and the payment, two clicks on "Pay"
      // would both find the session open.
      const fields = checkParams(formSchema, parseForm(await context.req.text()));
      const payment = find(context.req.param('id'));
      if (!payment) return closedPage(context, undefined);
      const { session } = payment;
      // A second click leads to the same address as the first.
      if (session.status === 'complete') return context.redirect(returnAddress(session), 303);
      if (session.status !== 'open') return closedPage(context, session);
      try {
        if (fields.promotion_code) {
          typeCode(store.state, payment, fields.promotion_code);
          store.save();
          return context.redirect(context.req.path, 303);
        }
        await pay(services, payment, readMethod(fields), fields);
        return context.redirect(returnAddress(session), 303);
      } catch (error) {
        if (!(error instanceof HTTPException)) throw error;
        return context.html(paymentPage(payment, fields, error.message), error.status);
      }
    });
};
