import { Hono } from 'hono';
import { faultRoutes, onlyFromOwnOrigin } from '../kit/control.ts';
import type { Faults } from '../kit/faults.ts';
import { type MailFaults, apiRoutes, faultsSchema } from './api.ts';
import { pageRoutes } from './pages.ts';
import { openState } from './state.ts';

type InboxOptions = {
  /** The address for the shop and for people, as in http://localhost:8889 */
  readonly origin: string;
  /** The bearer token of API calls. */
  readonly apiKey: string;
  /** A JSON file that keeps the emails across restarts, or null to keep them in memory. */
  readonly stateFile: string | null;
};

/** Whether the inbox serves an address of the port that it shares. */
export const isOfInbox = ({ pathname }: URL): boolean =>
  /^\/(?:emails|domains|inbox|inbox\.json|_control\/mail)(?:\/|$)/.test(pathname);

/** A small Resend for one local shop. It accepts emails and shows them. */
export const createInbox = ({ origin, apiKey, stateFile }: InboxOptions) => {
  const store = openState(stateFile);
  const faults: Faults<MailFaults> = { settings: {} };
  const app = new Hono()
    .route('/', apiRoutes(apiKey, store, faults))
    .use('/_control/*', onlyFromOwnOrigin(origin))
    .route('/_control/mail', faultRoutes(faults, faultsSchema))
    .get('/', (context) => context.redirect('/inbox'))
    .route('/', pageRoutes(store));
  return { fetch: (request: Request): Response | Promise<Response> => app.fetch(request) };
};
