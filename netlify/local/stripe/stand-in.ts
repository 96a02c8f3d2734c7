import { Hono } from 'hono';
import { onlyFromOwnOrigin } from '../own-origin.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { controlRoutes } from './control.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { StripeError, errorAnswer } from './errors.ts';
import { createFaults } from './events/faults.ts';
import { openOutbox } from './events/outbox.ts';
import { STYLE_PATH } from './pages/layout.ts';
import { STYLE } from './pages/style.ts';
import { runScheduled } from './schedule.ts';
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
  /** Whether the inbox is at the same address, so that the dashboard leads there. */
  withInbox?: boolean;
};

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
      console.error(error);
      const type = 'api_error';
      return errorAnswer(new StripeError(500, 'The Stripe stand-in has a fault.', { type }));
    });

/**
 * A small Stripe for one shop on one machine: the API that the real SDK speaks to, the hosted
 * payment page, signed webhooks, and a page for the developer at `/`.
 */
export const createStripeStandIn = (options: StandInOptions) => {
  const { origin, secretKey, webhookUrl, webhookSecret, withInbox = false } = options;
  const store = openStore(options.stateFile);
  // What a fault held back before a restart has nobody left to let it go.
  for (const record of store.state.events) record.held = false;
  const faults = createFaults();
  const outbox = openOutbox({ webhookUrl, webhookSecret, store, faults });
  const shopOrigin = new URL(webhookUrl).origin;
  const services = { origin, shopOrigin, secretKey, withInbox, store, outbox, faults };
  const app = createApp(services);
  const clock = setInterval(() => {
    runScheduled(services);
    outbox.retry();
  }, CLOCK_TICK_IN_MS);
  clock.unref();
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    /** Stops the clock and what is being sent; the state keeps it for the next start. */
    close: () => {
      clearInterval(clock);
      outbox.close();
    },
  };
};
