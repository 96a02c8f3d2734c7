import { Hono } from 'hono';
import { parseForm } from '../api/params.ts';
import { StripeError } from '../errors.ts';
import { SHOP_NAME, pageHeaders } from '../pages/layout.ts';
import { paymentOf } from '../payment.ts';
import type { Services } from '../services.ts';
import type { Session } from '../state.ts';
import { emptyForm, formSchema, paymentForm, readMethod } from './form.ts';
import { noticePage, paymentPage } from './page.ts';
import { pay } from './pay.ts';

/** Where a buyer goes who has paid. Only the literal placeholder is replaced, as Stripe does. */
const returnAddress = ({ id, success_url: url }: Session) =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id);

const UNKNOWN = {
  title: 'This payment page does not exist',
  text: 'The address may be incomplete. No charge was made.',
};
const EXPIRED = {
  title: 'This payment page has expired',
  text: 'No charge was made. Start again from the shop whenever you like.',
};
const PAID = {
  title: 'You have paid already',
  text: 'This order is paid. Nothing more will be charged.',
};
const PROCESSING = {
  title: 'Your bank debit is on its way',
  text: 'There is nothing more to do here. The shop shows how it stands.',
};

const completePage = (session: Session) =>
  noticePage(session.payment_status === 'unpaid' ? PROCESSING : PAID, {
    label: `Back to your order at ${SHOP_NAME}`,
    href: returnAddress(session),
  });

/** The hosted payment page, `/c/pay/:session`. */
export const checkoutRoutes = (services: Services) => {
  const { shopOrigin, store } = services;
  const { state } = store;
  const find = (id: string) => state.sessions.find((session) => session.id === id);
  const toShop = { label: `Return to ${SHOP_NAME}`, href: shopOrigin };
  const unknownPage = noticePage(UNKNOWN, toShop);
  const expiredPage = ({ cancel_url: href }: Session) =>
    noticePage(EXPIRED, href ? { ...toShop, href } : toShop);
  const openPage = (session: Session, fields = emptyForm(session), error: string | null = null) =>
    paymentPage(paymentOf(state, session), paymentForm(session, fields, error));

  return new Hono()
    .use(pageHeaders)
    .get('/:id', (context) => {
      const session = find(context.req.param('id'));
      if (!session) return context.html(unknownPage, 404);
      if (session.status === 'expired') return context.html(expiredPage(session), 410);
      return context.html(session.status === 'open' ? openPage(session) : completePage(session));
    })
    .post('/:id', async (context) => {
      // Read first: between looking at the session and paying it nothing may be awaited, or two
      // clicks on "Pay" would both find it open.
      const { data: fields } = formSchema.safeParse(parseForm(await context.req.text()));
      const session = find(context.req.param('id'));
      if (!session) return context.html(unknownPage, 404);
      if (session.status === 'expired') return context.html(expiredPage(session), 410);
      // The second click ends where the first one does.
      if (session.status === 'complete') return context.redirect(returnAddress(session), 303);
      const method = fields ? readMethod(session, fields) : 'Please fill in the form again.';
      if (!fields || typeof method === 'string') {
        return context.html(openPage(session, fields, String(method)), 422);
      }
      try {
        await pay(services, paymentOf(state, session), method, fields);
        return context.redirect(returnAddress(session), 303);
      } catch (error) {
        if (!(error instanceof StripeError) || error.status !== 402) throw error;
        return context.html(openPage(session, fields, error.message), 402);
      }
    });
};
