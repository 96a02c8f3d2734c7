import { html } from 'hono/html';
import { type Html, dateTime, layout } from '../kit/pages/layout.ts';
import type { Mail } from './state.ts';

const page = (title: string, content: Html) =>
  layout({
    title,
    wide: true,
    banner: html`<strong>Inbox</strong> - no email leaves this machine`,
    content,
  });

const row = (mail: Mail) =>
  html`<li>
    <div class="head">
      <a class="name" href="/inbox/${mail.id}">${mail.fields.subject}</a>
    </div>
    <p class="small quiet">to ${mail.fields.to.join(', ')}, ${dateTime(Date.parse(mail.sentAt))}</p>
  </li>`;

/** `mails` are in order, newest first. */
export const listPage = (mails: readonly Mail[]): Html =>
  page(
    'Inbox',
    html`<h1>Inbox</h1>
      <p class="quiet">
        Every email that the shop sent, newest first. Reload the page to see new ones.
        <a href="/">Payments and events</a>
      </p>
      <section>
        ${mails.length === 0 ? html`<p>No email yet. Emails to parents appear here.</p>` : ''}
        <ul class="rows">
          ${mails.map(row)}
        </ul>
      </section>`,
  );

/** The HTML as parents see it, the text, and the headers with all other fields. */
export const mailPage = (mail: Mail): Html => {
  const { id, fields, sentAt } = mail;
  const others = { ...fields, html: undefined, text: undefined };
  return page(
    fields.subject,
    html`<p><a href="/inbox">All emails</a></p>
      <h1>${fields.subject}</h1>
      <p class="quiet">
        From ${fields.from}<br />To ${fields.to.join(', ')}<br />
        ${dateTime(Date.parse(sentAt))}
      </p>
      <iframe
        class="mail"
        title="The email as parents see it"
        src="/inbox/${id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
      <h2>Text</h2>
      <pre class="mail">${fields.text}</pre>
      <h2>Headers</h2>
      <pre class="mail">${JSON.stringify(others, null, 2)}</pre>`,
  );
};
