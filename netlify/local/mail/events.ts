import { createHmac, randomUUID } from 'node:crypto';
import { newSending } from '../kit/outbox.ts';
import { bareAddress } from './fields.ts';
import type { EventRecord, Mail, Outcome } from './state.ts';

const BOUNCE = {
  message: "The recipient's mail server said that it knows no such mailbox.",
  subType: 'General',
  type: 'Permanent',
};

/** Of an address that Resend keeps for tests; a label may follow, as in bounced+order-7@resend.dev. */
const testOutcome = (address: string): string | undefined =>
  /^(delivered|bounced|complained)(?:\+[^@]*)?@resend\.dev$/.exec(address)?.[1];

/** What becomes of a mail, in turn: who complains has got it before. */
export const outcomesOf = (to: readonly string[], bounce: boolean | string[] = []): Outcome[] => {
  const addresses = to.map((address) => bareAddress(address).toLowerCase());
  const bouncing = Array.isArray(bounce) ? bounce.map((one) => one.toLowerCase()) : [];
  const tests = new Set(addresses.map(testOutcome));
  if (bounce === true || tests.has('bounced')) return ['bounced'];
  if (addresses.some((address) => bouncing.includes(address))) return ['bounced'];
  return tests.has('complained') ? ['delivered', 'complained'] : ['delivered'];
};

export const newEvent = (mail: Mail, outcome: Outcome): EventRecord => ({
  id: `msg_${randomUUID().replaceAll('-', '')}`,
  type: `email.${outcome}`,
  emailId: mail.id,
  createdAt: new Date().toISOString(),
  ...newSending(false),
});

/** An event as Resend posts it (resend.com/docs/webhooks/event-types). */
export const eventBody = (event: EventRecord, mails: readonly Mail[]): string => {
  const { type, createdAt, emailId } = event;
  const mail = mails.find(({ id }) => id === emailId);
  if (!mail) throw new Error('The mail of this event is no longer kept.');
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

/** The headers of an event by Svix's scheme, which Resend signs by. */
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
