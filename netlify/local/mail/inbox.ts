import { Hono } from 'hono';
import { faultRoutes, onlyFromOwnOrigin } from '../kit/control.ts';
import { styleRoutes } from '../kit/pages/style.ts';
import { apiRoutes } from './api.ts';
import { inboxRoutes } from './routes.ts';
import { type InboxOptions, faultsSchema, openServices } from './services.ts';

/** Whether the inbox serves an address of the port that it shares. */
export const isOfInbox = ({ pathname }: URL): boolean =>
  /^\/(?:emails|domains|inbox|inbox\.json|_control\/mail)(?:\/|$)/.test(pathname);

/** A small Resend for one local shop. It accepts emails and shows them. */
export const createInbox = (options: InboxOptions) => {
  const services = openServices(options);
  const app = new Hono()
    .route('/', apiRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(options.origin))
    .route('/_control/mail', faultRoutes({ ...services, schema: faultsSchema }))
    .get('/', (context) => context.redirect('/inbox'))
    .route('/', styleRoutes)
    .route('/', inboxRoutes(services));
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
  };
};
