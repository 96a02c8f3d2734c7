import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { controlRoutes, onlyFromOwnOrigin } from '../kit/control.ts';
import { styleRoutes } from '../kit/pages/style.ts';
import { createActions } from './actions.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { dashboardRoutes } from './dashboard.ts';
import { errorAnswer } from './errors.ts';
import { runScheduled } from './schedule.ts';
import { type Services, type StandInOptions, faultsSchema, openServices } from './services.ts';
import type { State } from './state.ts';

/** What tests and scripts read: counts, and every event with its deliveries. */
const summary = ({ payments, events }: State) => {
  const count = (status: string) =>
    payments.filter(({ session }) => session.status === status).length;
  return {
    sessions: { open: count('open'), complete: count('complete'), expired: count('expired') },
    refunds: payments.flatMap(({ refunds }) => refunds).length,
    disputes: payments.flatMap(({ disputes }) => disputes).length,
    events: events.map(({ event, ...sending }) => Object.assign({}, event, sending)),
  };
};

const createApp = (services: Services) => {
  const { faults, outbox, store, origin } = services;
  const actions = createActions(services);
  const control = { faults, schema: faultsSchema, flush: outbox.flush, actions };
  return new Hono()
    .use(async (_, next) => {
      // The clock may be a tick late, and no call may read a session that should have expired.
      runScheduled(services);
      await next();
    })
    .route('/v1', apiRoutes(services))
    .route('/', styleRoutes)
    .route('/c/pay', checkoutRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(origin))
    .route('/_control', controlRoutes(control))
    .get('/_control/state', (context) => context.json(summary(store.state)))
    .use('/dashboard/*', onlyFromOwnOrigin(origin))
    .route('/', dashboardRoutes(services, actions))
    .notFound(({ req }) =>
      errorAnswer(404, `Unrecognized request URL (${req.method}: ${req.path}).`),
    )
    .onError((error) => {
      if (error instanceof HTTPException) {
        return error.res ? error.getResponse() : errorAnswer(error.status, error.message);
      }
      console.error(error);
      return errorAnswer(500, 'The Stripe stand-in failed.', { type: 'api_error' });
    });
};

/**
 * A small Stripe for one local shop: the API for the real SDK, the payment page, signed webhooks, and a dashboard for
 * the developer at `/`.
 */
export const createStripeStandIn = (options: StandInOptions) => {
  const services: Services = openServices(options, () => runScheduled(services));
  const app = createApp(services);
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    close: services.outbox.close,
  };
};
