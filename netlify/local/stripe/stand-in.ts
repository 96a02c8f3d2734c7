import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { onlyFromOwnOrigin } from '../kit/control.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { controlRoutes } from './control.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { StripeError, badRequest, errorAnswer } from './errors.ts';
import { STYLE_PATH } from './pages/layout.ts';
import { STYLE } from './pages/style.ts';
import { runScheduled } from './schedule.ts';
import { type Services, type StandInOptions, openServices } from './services.ts';

const CLOCK_TICK_IN_MS = 250;

const createApp = (services: Services) =>
  new Hono()
    .use(async (_, next) => {
      // The clock may be a tick late; nobody may read a session that should have expired.
      runScheduled(services);
      await next();
    })
    .route('/v1', apiRoutes(services))
    .get(STYLE_PATH, (context) =>
      context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .route('/c/pay', checkoutRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(services.origin))
    .route('/_control', controlRoutes(services))
    .use('/dashboard/*', onlyFromOwnOrigin(services.origin))
    .route('/', dashboardRoutes(services))
    .notFound(({ req }) =>
      errorAnswer(new StripeError(404, `Unrecognized request URL (${req.method}: ${req.path}).`)),
    )
    .onError((error) => {
      if (error instanceof StripeError) return errorAnswer(error);
      if (error instanceof HTTPException) return errorAnswer(badRequest(error.message));
      console.error(error);
      const type = 'api_error';
      return errorAnswer(new StripeError(500, 'The Stripe stand-in has a fault.', { type }));
    });

/**
 * A small Stripe for one shop on one machine: the API that the real SDK speaks to, the hosted
 * payment page, signed webhooks, and a page for the developer at `/`.
 */
export const createStripeStandIn = (options: StandInOptions) => {
  const services = openServices(options);
  const app = createApp(services);
  const clock = setInterval(() => {
    runScheduled(services);
    services.outbox.retry();
  }, CLOCK_TICK_IN_MS);
  clock.unref();
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    /** Stops the clock and what is being sent; the state keeps it for the next start. */
    close: () => {
      clearInterval(clock);
      services.outbox.close();
    },
  };
};
