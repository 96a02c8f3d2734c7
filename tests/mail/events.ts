import { createHmac } from 'node:crypto';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { TestShop } from '../shop/shop.ts';

/** What Svix sends with a body. */
export const signedHeaders = (body: string): Record<string, string> => {
  const [id, at] = ['msg_1', Math.floor(Date.now() / 1000)];
  const key = Buffer.from(
    (process.env['MAIL_WEBHOOK_SECRET'] ?? '').slice('whsec_'.length),
    'base64',
  );
  const mac = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': `v1,${mac}` };
};

const AT = '2026-11-22T10:00:00.000Z';
export const AT_SECONDS = 1_795_341_600;

type EventOptions = {
  readonly at?: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** Whether the tags come as a list. */
  readonly isListed?: boolean;
  /** As in `{ bounce: { type, subType } }`. */
  readonly data?: object;
};

/** An event about the receipt of an order, as Resend writes it. */
export const mailEvent = async (
  session: string,
  type: string,
  { at = AT, tags = {}, isListed = false, data = {} }: EventOptions = {},
): Promise<string> => {
  const all = { kind: 'receipt', order: await orderNumber(session), ...tags };
  const list = Object.entries(all).map(([name, value]) => ({ name, value }));
  return JSON.stringify({
    type,
    created_at: at,
    data: {
      created_at: at,
      email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
      from: 'Money-Smart Kids <shop@example.com>',
      to: ['parent@example.com'],
      subject: 'Your download',
      tags: isListed ? list : all,
      ...data,
    },
  });
};

export const postEvent = (
  shop: TestShop,
  body: string,
  headers: Record<string, string> = signedHeaders(body),
): Promise<Response> => shop.call('/api/mail-webhook', { method: 'POST', body, headers });
