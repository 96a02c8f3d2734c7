import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Actions } from '../actions.ts';
import { parseForm } from '../api/params.ts';
import { badRequest } from '../errors.ts';
import { pageHeaders } from '../../kit/pages/layout.ts';
import type { Services } from '../services.ts';
import { dashboardPage } from './page.ts';

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
