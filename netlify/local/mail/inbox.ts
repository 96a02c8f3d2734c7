import { Hono } from 'hono';
import { controlRoutes, onlyFromOwnOrigin } from '../kit/control.ts';
import { STYLE_PATH } from '../stripe/pages/layout.ts';
import { STYLE } from '../stripe/pages/style.ts';
import { apiRoutes } from './api.ts';
import { inboxRoutes } from './routes.ts';
import { type InboxOptions, faultsSchema, openServices } from './services.ts';

/** Whether an address belongs to the inbox, where it shares its port. */
export const isOfInbox = ({ pathname }: URL): boolean =>
  /^\/(?:emails|domains|inbox|inbox\.json|_control\/mail)(?:\/|$)/.test(pathname);

/** A small Resend for one shop on one machine: it takes mails, shows them, and sends the shop what became of them. */
export const createInbox = (options: InboxOptions) => {
  const services = openServices(options);
  const { origin, close } = services;
  const app = new Hono()
    .route('/', apiRoutes(services))
    .use('/_control/*', onlyFromOwnOrigin(origin))
    .route('/_control/mail', controlRoutes({ ...services, schema: faultsSchema }))
    .get('/', (context) => context.redirect('/inbox'))
    .get(STYLE_PATH, (context) =>
      context.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .use('/inbox/*', onlyFromOwnOrigin(origin))
    .route('/', inboxRoutes(services));
  return {
    fetch: (request: Request): Response | Promise<Response> => app.fetch(request),
    close,
  };
};
