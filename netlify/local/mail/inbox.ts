import { Hono } from 'hono';
import { onlyFromOwnOrigin } from '../own-origin.ts';
import { STYLE_PATH } from '../stripe/pages/layout.ts';
import { STYLE } from '../stripe/pages/style.ts';
import { emailRoutes } from './api.ts';
import { controlRoutes } from './control.ts';
import { domainRoutes } from './domains.ts';
import { type Faults, createFaults } from './faults.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { inboxRoutes } from './routes.ts';
import { type Store, openStore } from './state.ts';

export type InboxOptions = {
  /** Where the shop and people reach it, as in http://localhost:8889 */
  readonly origin: string;
  /** The key that calls must carry as bearer token. */
  readonly apiKey: string;
  /** Where events go, as in http://localhost:8888/api/mail-webhook */
  readonly webhookUrl: string;
  /** `whsec_` and base64. */
  readonly webhookSecret: string;
  /** JSON file that keeps the mails across restarts; null keeps them in memory. */
  readonly stateFile: string | null;
  /** Whether the Stripe stand-in is at the same address, so that the inbox leads to its dashboard. */
  readonly withDashboard?: boolean;
};

/** What the routes work with. */
export type Services = {
  readonly apiKey: string;
  readonly withDashboard: boolean;
  readonly store: Store;
  readonly faults: Faults;
  readonly outbox: Outbox;
};

/** Whether an address belongs to the inbox, where it shares its port. */
export const isOfInbox = ({ pathname }: URL): boolean =>
  /^\/(?:emails|domains|inbox|inbox\.json|_control\/mail)(?:\/|$)/.test(pathname);

/** A small Resend for one shop on one machine: it takes mails, shows them, and tells the shop what became of them. */
export const createInbox = (options: InboxOptions) => {
  const { origin, apiKey, stateFile, withDashboard = false, ...webhook } = options;
  const store = openStore(stateFile);
  const faults = createFaults();
  const outbox = openOutbox({ ...webhook, store, faults });
  const services: Services = { apiKey, withDashboard, store, faults, outbox };
  const app = new Hono()
    .route('/emails', emailRoutes(services))
    .route('/domains', domainRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(origin))
    .route('/_control/mail', controlRoutes(services))
    .get('/', (context) => context.redirect('/inbox'))
    .get(STYLE_PATH, (context) =>
      context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .use('/inbox/*', onlyFromOwnOrigin(origin))
    .route('/', inboxRoutes(services));
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    /** Stops what is being sent; the state keeps it for the next start. */
    close: outbox.close,
  };
};
