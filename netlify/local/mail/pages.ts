import { html } from 'hono/html';
import { type Html, dateTime, layout, postButton } from '../kit/pages/layout.ts';
import type { EventRecord, Mail, Outcome } from './state.ts';

export const VIEWS = { html: 'HTML', text: 'Text', source: 'Source' } as const;
export type View = keyof typeof VIEWS;

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

const tabs = ({ id }: Mail, shown: View) =>
  html`<nav class="tabs" aria-label="Views of the email">
    ${Object.entries(VIEWS).map(
      ([view, label]) =>
        html`<a href="/inbox/${id}?view=${view}" ${view === shown ? html`aria-current="page"` : ''}
          >${label}</a
        >`,
    )}
  </nav>`;

const body = (mail: Mail, view: View) => {
  const { html: markup, text, headers } = mail.fields;
  if (view === 'source') {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const source = [...lines, '', JSON.stringify(mail.fields, null, 2)].join('\n').trim();
    return html`<pre class="mail">${source}</pre>`;
  }
  if (view === 'text') {
    return text ? html`<pre class="mail">${text}</pre>` : html`<p>This email has no text.</p>`;
  }
  return markup
    ? html`<iframe
        class="mail"
        title="The email as parents see it"
        src="/inbox/${mail.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>`
    : html`<p>This email has no HTML.</p>`;
};

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

export const mailPage = (mail: Mail, events: readonly EventRecord[], view: View): Html => {
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
      ${tabs(mail, view)} ${body(mail, view)}
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
