import { expect } from 'vitest';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import type { InboxOptions } from '../../netlify/local/mail/services.ts';
import { isSigned } from '../../netlify/mail/svix.ts';
import { serveShop, serveStandIn } from '../stripe/harness.ts';

export const API_KEY = 're_of_the_inbox';
const SECRET = `whsec_${Buffer.from('what Resend and the shop share').toString('base64')}`;

/** What the tests read of an event, and the id under which it was sent. */
type Received = { type: string; data: { email_id: string }; id: string };

/** The shop's end: keeps the signed events and answers with the next of `answers`. */
const startReceiver = async () => {
  const received: Received[] = [];
  const answers: number[] = [];
  const origin = await serveShop(async (request) => {
    const { headers } = request;
    const body = Buffer.from(await request.arrayBuffer());
    if (!isSigned(SECRET, { headers, body }, Date.now() / 1000)) {
      return new Response(null, { status: 400 });
    }
    received.push({ ...JSON.parse(body.toString()), id: headers.get('svix-id') });
    return new Response(null, { status: answers.shift() ?? 204 });
  });
  return { received, answers, webhookUrl: `${origin}/api/mail-webhook` };
};

export const start = async (more: Partial<InboxOptions> = {}) => {
  const receiver = await startReceiver();
  const {
    origin,
    standIn: inbox,
    send: control,
  } = await serveStandIn((at) =>
    createInbox({
      origin: at,
      apiKey: API_KEY,
      webhookUrl: receiver.webhookUrl,
      webhookSecret: SECRET,
      stateFile: null,
      ...more,
    }),
  );
  const send = (fields: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      body: JSON.stringify(fields),
    });
  return {
    ...receiver,
    origin,
    inbox,
    send,
    /** Sends an email that is accepted. Answers its id. */
    sent: async (fields: object, headers?: Record<string, string>): Promise<string> => {
      const answer = await send(fields, headers);
      expect(answer.status).toBe(200);
      return (await answer.json()).id;
    },
    mails: async (): Promise<{ id: string }[]> => (await fetch(`${origin}/inbox.json`)).json(),
    control: (method: string, path: string, body?: unknown) =>
      control(method, `mail/${path}`, body),
    page: async (path = '') => (await fetch(`${origin}/inbox${path}`)).text(),
  };
};

export const mail = {
  from: 'Money-Smart Kids <shop@example.com>',
  to: 'parent@example.com',
  subject: 'Your guide',
  html: '<p>Thank you</p>',
  text: 'Thank you',
};
