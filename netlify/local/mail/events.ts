import { createHmac, randomUUID } from 'node:crypto';
import { newSending } from '../kit/outbox.ts';
import { bareAddress } from './fields.ts';
import type { EventRecord, Mail, Outcome } from './state.ts';

const BOUNCE = {
  message: "The recipient's mail server reported that the mailbox does not exist.",
  subType: 'General',
  type: 'Permanent',
};

/** What happens to an email to these addresses. `bounce` gives those that bounce, or true for all. */
export const outcomeOf = (to: readonly string[], bounce: boolean | string[] = []): Outcome => {
  const gone = Array.isArray(bounce) ? bounce.map((address) => address.toLowerCase()) : [];
  const isGone = to.some((address) => gone.includes(bareAddress(address).toLowerCase()));
  return bounce === true || isGone ? 'bounced' : 'delivered';
};

export const newEvent = (mail: Mail, outcome: Outcome, held: boolean): EventRecord => ({
  id: `msg_${randomUUID().replaceAll('-', '')}`,
  type: `email.${outcome}`,
  emailId: mail.id,
  createdAt: new Date().toISOString(),
  ...newSending(held),
});

/** The body of an event as Resend posts it (resend.com/docs/webhooks/event-types). */
export const eventBody = (event: EventRecord, mails: readonly Mail[]): string => {
  const { type, createdAt, emailId } = event;
  const mail = mails.find(({ id }) => id === emailId);
  if (!mail) throw new Error('The email of this event was deleted.');
  const { sentAt, fields } = mail;
  return JSON.stringify({
    type,
    created_at: createdAt,
    data: {
      created_at: sentAt,
      email_id: emailId,
      message_id: `<${emailId}@inbox.example>`,
      from: fields.from,
      to: fields.to,
      subject: fields.subject,
      tags: Object.fromEntries(fields.tags.map(({ name, value }) => [name, value])),
      ...(type === 'email.bounced' && { bounce: BOUNCE }),
    },
  });
};

/** The headers of an event. Resend signs with Svix's scheme. */
export const signedHeaders = (secret: string, id: string, body: string): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${signature}`,
  };
};
