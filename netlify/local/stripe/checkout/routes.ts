import { type Context, Hono } from 'hono';
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

/** The hosted payment page, `/c/pay/:session`. */
export const checkoutRoutes = (services: Services) => {
  const { state } = services.store;
  const find = (id: string) => state.sessions.find((session) => session.id === id);
  const backToShop = (session?: Session) => ({
    href: session?.cancel_url ?? services.shopOrigin,
    label: `Return to ${SHOP_NAME}`,
  });

  const unknown = (context: Context) => {
    const title = 'This payment page does not exist';
    const text = 'The address may be incomplete. No charge was made.';
    return context.html(noticePage({ title, text, link: backToShop() }), 404);
  };

  const expired = (context: Context, session: Session) => {
    const title = 'This payment page has expired';
    const text = 'No charge was made. Start again from the shop whenever you like.';
    return context.html(noticePage({ title, text, link: backToShop(session) }), 410);
  };

  const complete = (context: Context, session: Session) => {
    const isPaid = session.payment_status !== 'unpaid';
    const title = isPaid ? 'You have paid already' : 'Your bank debit is on its way';
    const text = isPaid
      ? 'This order is paid. Nothing more will be charged.'
      : 'There is nothing more to do here. The shop shows how it stands.';
    const label = `Back to your order at ${SHOP_NAME}`;
    return context.html(noticePage({ title, text, link: { href: returnAddress(session), label } }));
  };

  const open = (session: Session, fields = emptyForm(session), error: string | null = null) =>
    paymentPage(paymentOf(state, session), paymentForm(session, fields, error));

  return new Hono()
    .use(pageHeaders)
    .get('/:id', (context) => {
      const session = find(context.req.param('id'));
      if (!session) return unknown(context);
      if (session.status === 'expired') return expired(context, session);
      if (session.status === 'complete') return complete(context, session);
      return context.html(open(session));
    })
    .post('/:id', async (context) => {
      // Read first: between looking at the session and paying it nothing may be awaited, or two
      // clicks on "Pay" would both find it open.
      const { data: fields } = formSchema.safeParse(parseForm(await context.req.text()));
      const session = find(context.req.param('id'));
      if (!session) return unknown(context);
      if (session.status === 'expired') return expired(context, session);
      // The second click ends where the first one does.
      if (session.status === 'complete') return context.redirect(returnAddress(session), 303);
      if (!fields)
        return context.html(open(session, undefined, 'Please fill in the form again.'), 422);
      const method = readMethod(session, fields);
      if (typeof method === 'string') return context.html(open(session, fields, method), 422);
      const buyer = { email: fields.email, name: fields.name || null };
      try {
        await pay(services, paymentOf(state, session), method, buyer);
        return context.redirect(returnAddress(session), 303);
      } catch (error) {
        if (!(error instanceof StripeError) || error.status !== 402) throw error;
        return context.html(open(session, fields, error.message), 402);
      }
    });
};
