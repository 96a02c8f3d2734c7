import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { faultRoutes } from '../kit/faults.ts';
import { createActions } from './actions.ts';
import { apiRoutes } from './api.ts';
import { dashboardPage } from './dashboard.ts';
import { errorResponse, stripeError } from './errors.ts';
import { paymentPageRoutes } from './payment-page.ts';
import { type Services, type StandInOptions, faultsSchema, openServices } from './services.ts';
import { expireSession } from './session.ts';

const CLOCK_TICK_IN_MS = 250;

/** Lets sessions expire that are due by now. */
const expireSessions = ({ state, outbox }: Services): void => {
  const nowMs = Date.now();
  for (const { session } of state.payments) {
    const isOver = session.status === 'open' && session.expires_at * 1000 <= nowMs;
    if (isOver) void outbox.publish(expireSession(session));
  }
};

/** The dashboard at `/`, and its actions for people as forms, for tests and scripts in JSON. */
const controlRoutes = (services: Services) => {
  const { state, faults } = services;
  const dashboard = (context: Context, error: string | null = null) =>
    context.html(dashboardPage(state, error), error === null ? 200 : 422);
  const app = new Hono()
    .get('/', (context) => dashboard(context))
    .route('/_control', faultRoutes(faults, faultsSchema))
    .get('/_control/state', (context) => {
      const events = state.events.map(({ event, ...sending }) => Object.assign({}, event, sending));
      return context.json({ events });
    });
  for (const [name, act] of Object.entries(createActions(services))) {
    app.post(`/_control/${name}`, async (context) => {
      const { req } = context;
      const isForm = req.header('content-type')?.includes('form') === true;
      if (!isForm) return context.json(await act(await req.json()));
      try {
        await act(await req.parseBody());
        return context.redirect('/', 303);
      } catch (error) {
        if (error instanceof HTTPException) return dashboard(context, error.message);
        throw error;
      }
    });
  }
  return app;
};

const createApp = (services: Services) =>
  new Hono()
    .use(async (_, next) => {
      // The clock may be a tick late, and no call may read a session that should have expired.
      expireSessions(services);
      await next();
    })
    .route('/v1', apiRoutes(services))
    .route('/c/pay', paymentPageRoutes(services))
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
 * A small Stripe for one local shop: the API for the real SDK, the payment page, signed webhooks, and a dashboard for
 * the developer at `/`.
 */
export const createStripeStandIn = (options: StandInOptions) => {
  const services = openServices(options);
  const app = createApp(services);
  const clock = setInterval(() => {
    expireSessions(services);
    services.outbox.retry();
  }, CLOCK_TICK_IN_MS).unref();
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    close: (): void => {
      clearInterval(clock);
      services.outbox.close();
    },
  };
};
