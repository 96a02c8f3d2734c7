import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { apiRoutes } from './api.ts';
import { controlRoutes } from './control-routes.ts';
import { errorResponse, stripeError } from './errors.ts';
import { paymentRoutes } from './payment-routes.ts';
import { type Services, type StandInOptions, openServices } from './services.ts';
import { expireSession } from './session.ts';

const CLOCK_TICK_IN_MS = 250;

const expireDueSessions = ({ state, webhooks }: Services): void => {
  const nowMs = Date.now();
  for (const { session } of state.payments) {
    const isDue = session.status === 'open' && session.expires_at * 1000 <= nowMs;
    if (isDue) void webhooks.publish(expireSession(session));
  }
};

const createApp = (services: Services) =>
  new Hono()
    .use(async (_, next) => {
      // A call between two ticks must not find an open session that is due to expire.
      expireDueSessions(services);
      await next();
    })
    .route('/v1', apiRoutes(services))
    .route('/c/pay', paymentRoutes(services))
    .route('/', controlRoutes(services))
    .notFound(({ req }) => {
      throw stripeError(404, `Unrecognized request: ${req.method} ${req.path}.`);
    })
    .onError((error) => {
      if (!(error instanceof HTTPException)) throw error;
      const { status, body } = errorResponse(error);
      return Response.json(body, { status });
    });

/**
 * A stand-in for Stripe: the API for the real SDK, the payment page, signed webhooks, and a
 * dashboard for the developer at `/`.
 */
export const createStripeStandIn = (options: StandInOptions) => {
  const services = openServices(options);
  const app = createApp(services);
  const clock = setInterval(() => {
    expireDueSessions(services);
    services.webhooks.deliverDue();
  }, CLOCK_TICK_IN_MS).unref();
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    close: (): void => {
      clearInterval(clock);
      services.webhooks.close();
    },
  };
};
