import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import { ordersQuery } from '#contract/orders.ts';
import { readQuery } from '../http/body.ts';
import { seeOther } from '../http/form.ts';
import { pageResponse } from '../http/page.ts';
import { limitFlood, limitShared } from '../http/limits.ts';
import { route } from '../http/route.ts';
import { findInvoice } from '../orders/stripe-sessions.ts';

const NONE_YET = html`<p>
    Stripe hasn’t made an invoice for this order yet. It can take a minute after the payment. Reload
    this page then.
  </p>
  <p><a href="/find-purchase">Find your purchase</a></p>`;

export const config: Config = { path: '/api/invoice' };

export default route(config, {
  /** Leads to the order's invoice at Stripe. Receipts link here, since they are sent before it is made. */
  GET: async (request) => {
    const { session_id: sessionId } = readQuery(request, ordersQuery);
    limitFlood(request);
    await limitShared('stripe', 'all');
    const address = await findInvoice(sessionId);
    return address === null
      ? pageResponse('Your invoice', NONE_YET, { status: 404 })
      : seeOther(address);
  },
});
