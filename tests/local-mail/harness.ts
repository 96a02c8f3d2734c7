import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import type { InboxOptions } from '../../netlify/local/mail/services.ts';
import { serveShop, serveStandIn } from '../stripe/harness.ts';

export const API_KEY = 're_of_the_inbox';
const SECRET = Buffer.from('what Resend and the shop share').toString('base64');

const eventSchema = z.object({
  type: z.string(),
  created_at: z.iso.datetime(),
  data: z.looseObject({ email_id: z.string(), to: z.array(z.string()) }),
});

/** Svix's published scheme, written a second time. */
const isSigned = (headers: Headers, body: string): boolean => {
  const signed = `${headers.get('svix-id')}.${headers.get('svix-timestamp')}.${body}`;
  const mac = createHmac('sha256', Buffer.from(SECRET, 'base64')).update(signed);
  const age = Date.now() / 1000 - Number(headers.get('svix-timestamp'));
  return headers.get('svix-signature') === `v1,${mac.digest('base64')}` && age < 300 && age > -300;
};

/** The shop's end: keeps the signed events and answers with the next of `answers`. */
const startReceiver = async () => {
  const received: (z.infer<typeof eventSchema> & { id: string })[] = [];
  const answers: number[] = [];
  const origin = await serveShop(async (request) => {
    const body = await request.text();
    if (!isSigned(request.headers, body)) return new Response(null, { status: 400 });
    const id = request.headers.get('svix-id') ?? '';
    received.push({ ...eventSchema.parse(JSON.parse(body)), id });
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
      webhookSecret: `whsec_${SECRET}`,
      stateFile: null,
      ...more,
    }),
  );
  const send = (fields: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      body: typeof fields === 'string' ? fields : JSON.stringify(fields),
    });
  return {
    ...receiver,
    origin,
    inbox,
    send,
    /** Sends an email that is accepted. Answers its id. */
    sent: async (fields: unknown, headers?: Record<string, string>) =>
      z.object({ id: z.uuid() }).parse(await (await send(fields, headers)).json()).id,
    mails: async () =>
      z
        .array(z.looseObject({ id: z.string() }))
        .parse(await (await fetch(`${origin}/inbox.json`)).json()),
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
