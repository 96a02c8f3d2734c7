import { html } from 'hono/html';
import { type Html, layout } from '../stripe/pages/layout.ts';
import type { EventRecord, Mail, Outcome } from './state.ts';

export const VIEWS = { html: 'HTML', text: 'Text', source: 'Source' } as const;
export type View = keyof typeof VIEWS;

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const TONES: Record<Outcome, string> = { delivered: 'good', bounced: 'bad', complained: 'bad' };

const outcomeLabel = ({ outcome }: Mail) =>
  html`<span class="state ${TONES[outcome]}">${outcome}</span>`;

const button = (action: string, label: string) =>
  html`<form method="post" action="${action}"><button>${label}</button></form>`;

const page = (title: string, content: Html) =>
  layout({
    title,
    wide: true,
    banner: html`<strong>Inbox</strong> - no mail leaves this machine`,
    content,
  });

const row = (mail: Mail) =>
  html`<li>
    <div class="head">
      <a class="name" href="/inbox/${mail.id}">${mail.fields.subject}</a>
      <span class="small">${outcomeLabel(mail)}</span>
    </div>
    <p class="small quiet">
      to ${mail.fields.to.join(', ')}, ${dateTime.format(new Date(mail.sentAt))}
    </p>
  </li>`;

type Listed = { mails: readonly Mail[]; late: number; withDashboard: boolean };

/** `mails` come newest first. */
export const listPage = ({ mails, late, withDashboard }: Listed): Html =>
  page(
    'Inbox',
    html`<h1>Inbox</h1>
      <p class="quiet">
        Every mail that the shop has sent, newest first. Reload to see what is new.
        ${withDashboard ? html`<a href="/">Payments and events</a>` : ''}
      </p>
      ${
        late === 0
          ? ''
          : html`<div class="actions">
              <span class="quiet">Events that the shop has not taken yet: ${late}</span>
              ${button('/inbox/flush', 'Send late ones now')}
            </div>`
      }
      <section>
        ${
          mails.length === 0
            ? html`<p class="card">No mail yet. What the shop sends to parents lands here.</p>`
            : html`<ul class="rows">
                ${mails.map(row)}
              </ul>`
        }
      </section>`,
  );

const tabs = ({ id }: Mail, shown: View) =>
  html`<nav class="tabs" aria-label="Ways to read the mail">
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
    return text ? html`<pre class="mail">${text}</pre>` : html`<p>This mail has no text.</p>`;
  }
  return markup
    ? html`<iframe
        class="mail"
        title="The mail as it is read"
        src="/inbox/${mail.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>`
    : html`<p>This mail has no HTML.</p>`;
};

const eventLine = ({ type, deliveries, nextAttemptAtMs }: EventRecord) => {
  const last = deliveries.at(-1);
  const answer = last?.status ? `answer ${last.status}` : 'no answer';
  return html`<li>
    <code>${type}</code>
    <span class="small"
      >${last ? answer : 'not sent yet'}${
        deliveries.length > 1 ? `, ${deliveries.length} tries` : ''
      }${last && nextAttemptAtMs !== null ? ', to be tried again' : ''}</span
    >
  </li>`;
};

export const mailPage = (mail: Mail, events: readonly EventRecord[], view: View): Html => {
  const { id, fields, sentAt, outcome } = mail;
  return page(
    fields.subject,
    html`<p><a href="/inbox">All mails</a></p>
      <h1>${fields.subject}</h1>
      <p class="quiet">
        From ${fields.from}<br />To ${fields.to.join(', ')}<br />
        ${fields.reply_to ? html`Replies to ${fields.reply_to.join(', ')}<br />` : ''}
        ${dateTime.format(new Date(sentAt))} <span class="small">${outcomeLabel(mail)}</span>
      </p>
      ${tabs(mail, view)} ${body(mail, view)}
      <section>
        <h2>What the shop was told</h2>
        <ul class="lines">
          ${events.map(eventLine)}
        </ul>
        ${
          outcome === 'delivered'
            ? html`<div class="actions">
                ${button(`/inbox/${id}/bounce`, 'Bounce')}
                ${button(`/inbox/${id}/complain`, 'Complain')}
              </div>`
            : ''
        }
      </section>`,
  );
};
