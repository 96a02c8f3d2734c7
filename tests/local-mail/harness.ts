import * as z from 'zod';
import { createInbox } from '../../netlify/local/mail/inbox.ts';
import type { InboxOptions } from '../../netlify/local/mail/services.ts';
import { isSigned } from '../../netlify/mail/svix.ts';
import { serveShop, serveStandIn } from '../stripe/harness.ts';

export const API_KEY = 're_of_the_inbox';
const SECRET = `whsec_${Buffer.from('what Resend and the shop share').toString('base64')}`;

const eventSchema = z.object({
  type: z.string(),
  created_at: z.iso.datetime(),
  data: z.looseObject({ email_id: z.string(), to: z.array(z.string()) }),
});

/** The shop's end: keeps the signed events and answers with the next of `answers`. */
const startReceiver = async () => {
  const received: (z.infer<typeof eventSchema> & { id: string })[] = [];
  const answers: number[] = [];
  const origin = await serveShop(async (request) => {
    const { headers } = request;
    const body = Buffer.from(await request.arrayBuffer());
    if (!isSigned(SECRET, { headers, body }, Date.now() / 1000)) {
      return new Response(null, { status: 400 });
    }
    const event = eventSchema.parse(JSON.parse(body.toString()));
    received.push({ ...event, id: headers.get('svix-id') ?? '' });
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
