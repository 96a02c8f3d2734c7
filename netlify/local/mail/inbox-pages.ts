import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatDateTime } from '../shared/format-date-time.ts';
import type { Html } from '../../http/page.ts';
import { layout } from '../shared/layout.ts';
import type { InboxMail, InboxStore } from './state.ts';

const toJson = ({ id, sentAt, fields }: InboxMail) => ({
  id,
  to: fields.to[0],
  subject: fields.subject,
  html: fields.html,
  text: fields.text,
  headers: fields.headers,
  sentAt,
});

const inboxLayout = (title: string, content: Html) =>
  layout({ title, isWide: true, banner: 'Inbox - no email leaves this machine', content });

const listItem = ({ id, fields, sentAt }: InboxMail) =>
  html`<article>
    <a href="/inbox/${id}">${fields.subject}</a><br />
    <small>to ${fields.to[0]}, ${formatDateTime(Date.parse(sentAt))}</small>
  </article>`;

/** Expects `mails` newest first. */
const listPage = (mails: readonly InboxMail[]): Html =>
  inboxLayout(
    'Inbox',
    html`<h1>Inbox</h1>
      <p>
        Every email that the shop sent, newest first. Reload the page to see new ones.
        <a href="/">Payments and events</a>
      </p>
      ${mails.length === 0 ? 'No email yet. Emails to parents appear here.' : mails.map(listItem)}`,
  );

const mailPage = ({ id, fields, sentAt }: InboxMail) => {
  const { from, to, reply_to, subject, text, headers } = fields;
  return inboxLayout(
    subject,
    html`<p><a href="/inbox">All emails</a></p>
      <h1>${subject}</h1>
      <p>to ${to[0]}, ${formatDateTime(Date.parse(sentAt))}</p>
      <iframe
        title="The email as parents see it"
        src="/inbox/${id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <h2>Text</h2>
      <pre>${text}</pre>
      <h2>Headers</h2>
      <pre>${JSON.stringify({ from, reply_to, headers }, null, 2)}</pre>`,
  );
};

const MAIL_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:*',
  "frame-ancestors 'self'",
  // Gives the email an opaque origin, even if it is opened outside the iframe.
  'sandbox allow-popups allow-popups-to-escape-sandbox',
];

const MAIL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': MAIL_SECURITY_POLICY.join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const BASE = '<base target="_blank">';

const openLinksInNewTabs = (markup: string): string =>
  /<head[\s>]/i.test(markup) ? markup.replace(/<head[^>]*>/i, `$&${BASE}`) : BASE + markup;

export const inboxPageRoutes = ({ state }: InboxStore) => {
  const newestFirst = () => state.mails.toReversed();
  const findMail = (wantedId: string) => state.mails.find(({ id }) => id === wantedId);
  return new Hono()
    .get('/inbox.json', (context) => context.json(newestFirst().map(toJson)))
    .get('/inbox/:id/html', (context) => {
      const mail = findMail(context.req.param('id'));
      if (!mail) return context.notFound();
      return context.html(openLinksInNewTabs(mail.fields.html), 200, MAIL_HEADERS);
    })
    .get('/inbox', (context) => context.html(listPage(newestFirst())))
    .get('/inbox/:id', (context) => {
      const mail = findMail(context.req.param('id'));
      return mail ? context.html(mailPage(mail)) : context.notFound();
    });
};
