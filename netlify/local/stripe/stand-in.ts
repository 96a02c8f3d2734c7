import { Hono } from 'hono';
import { checkKey, identifyCall, meetFaults } from './api/call.ts';
import { disputeRoutes, warningRoutes } from './api/disputes.ts';
import { eventRoutes } from './api/events.ts';
import { answerOnce } from './api/idempotency.ts';
import { chargeRoutes, intentRoutes } from './api/payments.ts';
import { refundRoutes } from './api/refunds.ts';
import { sessionRoutes } from './api/sessions.ts';
import { controlRoutes } from './control.ts';
import { createDeeds } from './deeds.ts';
import { openOutbox } from './delivery.ts';
import { runDue } from './due.ts';
import { StripeError, errorAnswer } from './errors.ts';
import { createFaults } from './faults.ts';
import { onlyFromOwnOrigin } from './own-origin.ts';
import { dashboardRoutes } from './pages/dashboard-routes.ts';
import { hostedRoutes } from './pages/hosted-routes.ts';
import { STYLE_PATH } from './pages/layout.ts';
import { STYLE } from './pages/style.ts';
import type { Services } from './services.ts';
import { openStore } from './store.ts';

export type StandInOptions = {
  /** Where SDK and buyers reach it, as in http://localhost:8889 */
  origin: string;
  /** The key that API calls must carry as bearer token; anything else is Stripe's 401 answer. */
  secretKey: string;
  /** Where events go, as in http://localhost:8888/api/stripe-webhook */
  webhookUrl: string;
  webhookSecret: string;
  /** JSON file that keeps the state across restarts; null keeps it in memory. */
  stateFile: string | null;
};

const CLOCK_TICK_IN_MS = 250;

const unknownUrl = (method: string, path: string) =>
  errorAnswer(
    new StripeError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    }),
  );

const createServices = (options: StandInOptions): Services => {
  const store = openStore(options.stateFile);
  const faults = createFaults();
  const { webhookUrl, webhookSecret } = options;
  // What a fault held back before a restart has nobody left to let it go.
  for (const event of store.state.events) event.held = false;
  return {
    origin: options.origin,
    shopOrigin: new URL(webhookUrl).origin,
    secretKey: options.secretKey,
    store,
    faults,
    outbox: openOutbox({ webhookUrl, webhookSecret, store, faults }),
  };
};

const createApp = (services: Services) => {
  const deeds = createDeeds(services);
  return new Hono()
    .use(async (_, next) => {
      // The clock may be a tick late; nobody may read a session that should have expired.
      runDue(services, Date.now());
      await next();
    })
    .use('/v1/*', identifyCall, meetFaults(services), checkKey(services.secretKey))
    .use('/v1/*', answerOnce(services))
    .route('/v1/checkout/sessions', sessionRoutes(services))
    .route('/v1/payment_intents', intentRoutes(services))
    .route('/v1/charges', chargeRoutes(services))
    .route('/v1/refunds', refundRoutes(services))
    .route('/v1/disputes', disputeRoutes(services))
    .route('/v1/radar/early_fraud_warnings', warningRoutes(services))
    .route('/v1/events', eventRoutes(services))
    .get(STYLE_PATH, (context) =>
      context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .route('/c/pay', hostedRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(services.origin))
    .route('/_control', controlRoutes(services, deeds))
    .use('/dashboard/*', onlyFromOwnOrigin(services.origin))
    .route('/', dashboardRoutes(services, deeds))
    .notFound(({ req }) => unknownUrl(req.method, req.path))
    .onError((error) => {
      if (error instanceof StripeError) return errorAnswer(error);
      console.error(error);
      return errorAnswer(
        new StripeError(500, { type: 'api_error', message: 'The Stripe stand-in has a fault.' }),
      );
    });
};

/**
 * A small Stripe for one shop on one machine: the API that the real SDK speaks to, the hosted
 * payment page, signed webhooks, and a page for the developer at `/`.
 */
export const createStripeStandIn = (options: StandInOptions) => {
  const services = createServices(options);
  const app = createApp(services);
  const clock = setInterval(() => {
    runDue(services, Date.now());
    services.outbox.sendDue(Date.now());
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
