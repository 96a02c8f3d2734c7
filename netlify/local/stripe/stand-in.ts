import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { onlyFromOwnOrigin } from '../kit/control.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { controlRoutes } from './control.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { errorAnswer } from './errors.ts';
import { styleRoutes } from '../kit/pages/style.ts';
import { runScheduled } from './schedule.ts';
import { type Services, type StandInOptions, openServices } from './services.ts';

const createApp = (services: Services) =>
  new Hono()
    .use(async (_, next) => {
      // The clock may be a tick late, and no call may read a session that should have expired.
      runScheduled(services);
      await next();
    })
    .route('/v1', apiRoutes(services))
    .route('/', styleRoutes)
    .route('/c/pay', checkoutRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(services.origin))
    .route('/_control', controlRoutes(services))
    .use('/dashboard/*', onlyFromOwnOrigin(services.origin))
    .route('/', dashboardRoutes(services))
    .notFound(({ req }) =>
      errorAnswer(404, `Unrecognized request URL (${req.method}: ${req.path}).`),
    )
    .onError((error) => {
      if (error instanceof HTTPException) return error.getResponse();
      console.error(error);
      return errorAnswer(500, 'The Stripe stand-in failed.', { type: 'api_error' });
    });

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
