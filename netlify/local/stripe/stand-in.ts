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

const createApp = (services: Services) => {
  const { faults, store, origin } = services;
  const actions = createActions(services);
  const control = { faults, schema: faultsSchema, actions };
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
    .get('/_control/state', (context) => {
      const events = store.state.events.map(({ event, ...sending }) =>
        Object.assign({}, event, sending),
      );
      return context.json({ events });
    })
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
