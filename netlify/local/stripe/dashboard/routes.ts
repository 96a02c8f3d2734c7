import { Hono } from 'hono';
import { ACTIONS } from '../actions.ts';
import { parseForm } from '../api/params.ts';
import { StripeError, badRequest } from '../errors.ts';
import { parseAmount } from '../money.ts';
import { pageHeaders } from '../pages/layout.ts';
import { findPayment } from '../payment.ts';
import type { Services } from '../services.ts';
import type { State } from '../state.ts';
import { dashboardPage } from './page.ts';

/** A form's fields as the actions take them: a person types an amount in dollars. */
const readFields = (state: State, form: string) => {
  const { amount: typed, ...fields } = parseForm(form);
  if (typeof typed !== 'string') return fields;
  const { session } = findPayment(state, String(fields['session']));
  const amount = parseAmount(typed, session.currency);
  if (amount === null) throw badRequest('Type the amount like this: 2.00');
  return { ...fields, amount };
};

/** The page for the developer, `/`: what an owner or a bank would do at Stripe. */
export const dashboardRoutes = (services: Services) => {
  const { state } = services.store;
  const app = new Hono()
    .use(pageHeaders)
    .get('/', (context) => context.html(dashboardPage(services, null)));
  for (const [name, act] of Object.entries(ACTIONS)) {
    app.post(`/dashboard/${name}`, async (context) => {
      await act(services, readFields(state, await context.req.text()));
      return context.redirect('/', 303);
    });
  }
  app.onError((error, context) => {
    if (!(error instanceof StripeError)) throw error;
    return context.html(dashboardPage(services, error.message), 422);
  });
  return app;
};
