import { Hono } from 'hono';
import { controlRoutes, onlyFromOwnOrigin } from '../kit/control.ts';
import { styleRoutes } from '../kit/pages/style.ts';
import { apiRoutes } from './api.ts';
import { inboxRoutes } from './routes.ts';
import { type InboxOptions, faultsSchema, openServices } from './services.ts';

/** Whether the inbox serves an address of the port that it shares. */
export const isOfInbox = ({ pathname }: URL): boolean =>
  /^\/(?:emails|domains|inbox|inbox\.json|_control\/mail)(?:\/|$)/.test(pathname);

/** A small Resend for one local shop. It accepts emails, shows them and sends the shop their delivery events. */
export const createInbox = (options: InboxOptions) => {
  const services = openServices(options);
  const { origin, close } = services;
  const app = new Hono()
    .route('/', apiRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(origin))
    .route('/_control/mail', controlRoutes({ ...services, schema: faultsSchema }))
    .get('/', (context) => context.redirect('/inbox'))
    .route('/', styleRoutes)
    .use('/inbox/*', onlyFromOwnOrigin(origin))
    .route('/', inboxRoutes(services));
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    close,
  };
};
