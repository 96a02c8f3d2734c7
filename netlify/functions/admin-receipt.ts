import type { Config } from '@netlify/functions';
import { type SendReceiptResponse, sendReceiptRequest } from '#contract/admin-orders.ts';
import { orderOfPath } from '../admin/order-queries.ts';
import { sentWords } from '../admin/receipt-words.ts';
import { serializeDetail } from '../admin/serialize-order.ts';
import { readJson } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { nextCopy } from '../mail/receipt-facts.ts';
import { sendAgain } from '../mail/send-again.ts';
import { sendsMail } from '../mail/settings.ts';
import { ownerRoute } from '../admin/auth.ts';

const refuse = (detail: string): never => {
  throw new Problem('invalid_request', detail);
};

export const config: Config = { path: '/api/admin/orders/:number/receipt' };

export default ownerRoute(config, {
  /** Sends the order's receipt again. */
  POST: async (request, { number }) => {
    const asked = await readJson(request, sendReceiptRequest);
    if (!sendsMail()) refuse('The shop can’t send email yet. Set up an email service first.');
    const found = await orderOfPath(number);
    if (!('payment:paid' in found.facts)) refuse('This order wasn’t paid.');
    if (asked.copy > nextCopy(found.facts)) refuse('copy: There was no copy before it.');
    const sent = await sendAgain(found, asked);
    const order = await orderOfPath(number);
    return Response.json({
      outcome: sent.is === 'sent' || sent.is === 'done' ? 'sent' : 'failed',
      says: sentWords(sent),
      order: serializeDetail(order),
    } satisfies SendReceiptResponse);
  },
});
