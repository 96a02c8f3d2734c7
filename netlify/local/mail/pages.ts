import { html } from 'hono/html';
import { type Html, dateTime, layout, postButton } from '../kit/pages/layout.ts';
import type { EventRecord, Mail, Outcome } from './state.ts';

const TONES: Record<Outcome, string> = { delivered: 'good', bounced: 'bad', complained: 'bad' };

const outcomeLabel = ({ outcome }: Mail) =>
  html`<span class="state ${TONES[outcome]}">${outcome}</span>`;

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
      <span class="small">${outcomeLabel(mail)}</span>
    </div>
    <p class="small quiet">to ${mail.fields.to.join(', ')}, ${dateTime(Date.parse(mail.sentAt))}</p>
  </li>`;

type Listed = { mails: readonly Mail[]; undelivered: number; withDashboard: boolean };

/** `mails` are in order, newest first. */
export const listPage = ({ mails, undelivered, withDashboard }: Listed): Html =>
  page(
    'Inbox',
    html`<h1>Inbox</h1>
      <p class="quiet">
        Every email that the shop sent, newest first. Reload the page to see new ones.
        ${withDashboard ? html`<a href="/">Payments and events</a>` : ''}
      </p>
      ${
        undelivered === 0
          ? ''
          : html`<div class="actions">
              <span class="quiet">Events not delivered to the shop yet: ${undelivered}</span>
              ${postButton('/inbox/flush', 'Send them now')}
            </div>`
      }
      <section>
        ${
          mails.length === 0
            ? html`<p class="card">
                No email yet. Emails that the shop sends to parents appear here.
              </p>`
            : html`<ul class="rows">
                ${mails.map(row)}
              </ul>`
        }
      </section>`,
  );

/** The HTML as parents see it, the text, and the headers with all other fields. */
const body = ({ id, fields: { html: markup, text, ...fields } }: Mail) => html`
  ${
    markup
      ? html`<iframe
          class="mail"
          title="The email as parents see it"
          src="/inbox/${id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>`
      : html`<p>This email has no HTML.</p>`
  }
  <h2>Text</h2>
  <pre class="mail">${text ?? 'This email has no text.'}</pre>
  <h2>Headers and tags</h2>
  <pre class="mail">${JSON.stringify(fields, null, 2)}</pre>
`;

const eventLine = ({ type, deliveries, nextAttemptAtMs }: EventRecord) => {
  const last = deliveries.at(-1);
  const answer = last?.status ? `answered ${last.status}` : 'no answer';
  return html`<li>
    <code>${type}</code>
    <span class="small"
      >${last ? answer : 'not sent yet'}${
        deliveries.length > 1 ? `, ${deliveries.length} tries` : ''
      }${last && nextAttemptAtMs !== null ? ', will be retried' : ''}</span
    >
  </li>`;
};

export const mailPage = (mail: Mail, events: readonly EventRecord[]): Html => {
  const { id, fields, sentAt, outcome } = mail;
  return page(
    fields.subject,
    html`<p><a href="/inbox">All emails</a></p>
      <h1>${fields.subject}</h1>
      <p class="quiet">
        From ${fields.from}<br />To ${fields.to.join(', ')}<br />
        ${fields.reply_to ? html`Replies go to ${fields.reply_to.join(', ')}<br />` : ''}
        ${dateTime(Date.parse(sentAt))} <span class="small">${outcomeLabel(mail)}</span>
      </p>
      ${body(mail)}
      <section>
        <h2>Events sent to the shop</h2>
        <ul class="lines">
          ${events.map(eventLine)}
        </ul>
        ${
          outcome === 'delivered'
            ? html`<div class="actions">
                ${postButton(`/inbox/${id}/bounce`, 'Bounce')}
                ${postButton(`/inbox/${id}/complain`, 'Complain')}
              </div>`
            : ''
        }
      </section>`,
  );
};
