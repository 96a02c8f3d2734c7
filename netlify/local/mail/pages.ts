import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Html, dateTime, layout } from '../kit/layout.ts';
import type { Mail, Store } from './state.ts';

const forPrograms = ({ id, sentAt, fields }: Mail) => ({
  id,
  to: fields.to[0],
  subject: fields.subject,
  html: fields.html,
  text: fields.text,
  headers: fields.headers,
  sentAt,
});

const page = (title: string, content: Html) =>
  layout({ title, isWide: true, banner: 'Inbox - no email leaves this machine', content });

const row = ({ id, fields, sentAt }: Mail) =>
  html`<article>
    <a href="/inbox/${id}">${fields.subject}</a><br />
    <small>to ${fields.to[0]}, ${dateTime(Date.parse(sentAt))}</small>
  </article>`;

/** `mails` are in order, newest first. */
const listPage = (mails: readonly Mail[]): Html =>
  page(
    'Inbox',
    html`<h1>Inbox</h1>
      <p>
        Every email that the shop sent, newest first. Reload the page to see new ones.
        <a href="/">Payments and events</a>
      </p>
      ${mails.length === 0 ? 'No email yet. Emails to parents appear here.' : mails.map(row)}`,
  );

/** The HTML as parents see it, the text, and all other fields. */
const mailPage = ({ id, fields: { from, to, reply_to, subject, text, headers }, sentAt }: Mail) =>
  page(
    subject,
    html`<p><a href="/inbox">All emails</a></p>
      <h1>${subject}</h1>
      <p>to ${to[0]}, ${dateTime(Date.parse(sentAt))}</p>
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

/** Allows no script, and pictures from this computer alone. The email has no origin, even if it is opened by itself. */
const MAIL_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: http://localhost:*; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const BASE = '<base target="_blank">';

const withLinksInNewTabs = (markup: string): string =>
  /<head[\s>]/i.test(markup) ? markup.replace(/<head[^>]*>/i, `$&${BASE}`) : BASE + markup;

/** `/inbox` for people, `/inbox.json` for programs. */
export const pageRoutes = ({ state }: Store) => {
  const newest = () => state.mails.toReversed();
  const find = (wanted: string) => state.mails.find(({ id }) => id === wanted);
  return new Hono()
    .get('/inbox.json', (context) => context.json(newest().map(forPrograms)))
    .get('/inbox/:id/html', (context) => {
      const markup = find(context.req.param('id'))?.fields.html;
      if (markup === undefined) return context.notFound();
      return context.html(withLinksInNewTabs(markup), 200, MAIL_HEADERS);
    })
    .get('/inbox', (context) => context.html(listPage(newest())))
    .get('/inbox/:id', (context) => {
      const mail = find(context.req.param('id'));
      return mail ? context.html(mailPage(mail)) : context.notFound();
    });
};
