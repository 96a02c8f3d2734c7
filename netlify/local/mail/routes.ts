import { type Context, Hono } from 'hono';
import { pageHeaders } from '../kit/pages/layout.ts';
import { bareAddress } from './fields.ts';
import { listPage, mailPage } from './pages.ts';
import type { Services } from './services.ts';
import type { Mail } from './state.ts';

const forPrograms = ({ id, sentAt, fields }: Mail) => ({
  id,
  to: fields.to.map(bareAddress).join(', '),
  subject: fields.subject,
  html: fields.html ?? '',
  text: fields.text ?? '',
  headers: fields.headers,
  sentAt,
});

/** Allows no script, and pictures from this computer alone. The email has no origin, even where it is opened by itself. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:*; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const BASE = '<base target="_blank">';

const withLinksInNewTabs = (markup: string): string =>
  /<head[\s>]/i.test(markup) ? markup.replace(/<head[^>]*>/i, `$&${BASE}`) : BASE + markup;

/** `/inbox` for people, `/inbox.json` for programs. */
export const inboxRoutes = ({ store }: Services) => {
  const newest = () => store.state.mails.toReversed();
  const find = (context: Context) =>
    store.state.mails.find(({ id }) => id === context.req.param('id'));

  return new Hono()
    .get('/inbox.json', (context) => context.json(newest().map(forPrograms)))
    .get('/inbox/:id/html', (context) => {
      const mail = find(context);
      if (!mail) return context.notFound();
      return context.html(withLinksInNewTabs(mail.fields.html ?? ''), 200, {
        'cache-control': 'no-store',
        'content-security-policy': MAIL_POLICY,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    })
    .use(pageHeaders)
    .get('/inbox', (context) => context.html(listPage(newest())))
    .get('/inbox/:id', (context) => {
      const mail = find(context);
      return mail ? context.html(mailPage(mail)) : context.notFound();
    });
};
