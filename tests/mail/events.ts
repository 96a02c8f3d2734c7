import { orderNumber } from '../../src/contract/order-number.ts';
import { signedHeaders } from '../../netlify/local/mail/events.ts';
import type { TestShop } from '../shop/shop.ts';

const AT = '2026-11-22T10:00:00.000Z';
export const AT_SECONDS = 1_795_341_600;

/** An event about the receipt of an order, as Resend writes it; its tags may come as a list. */
export const mailEvent = async (
  session: string,
  type: string,
  { at = AT, tags = {}, isListed = false, data = {} } = {},
): Promise<string> => {
  const all = { kind: 'receipt', order: await orderNumber(session), ...tags };
  const list = Object.entries(all).map(([name, value]) => ({ name, value }));
  return JSON.stringify({
    type,
    created_at: at,
    data: {
      email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
      to: ['parent@example.com'],
      tags: isListed ? list : all,
      ...data,
    },
  });
};

export const headersFor = (body: string): Record<string, string> =>
  signedHeaders(process.env['MAIL_WEBHOOK_SECRET'] ?? '', 'msg_1', body);

export const postEvent = (
  shop: TestShop,
  body: string,
  headers = headersFor(body),
): Promise<Response> => shop.call('/api/mail-webhook', { method: 'POST', body, headers });
