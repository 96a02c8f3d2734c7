import type { Config } from '@netlify/functions';
import { endedOrder } from '#contract/ended-orders.ts';
import { sessionIdSchema } from '#contract/orders.ts';
import { linkOrder } from '../downloads/order-files.ts';
import {
  brokenLinkPage,
  deniedPage,
  endedPage,
  filesPage,
  pendingPage,
  unverifiedPage,
} from '../downloads/purchase-pages.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { logError } from '../http/log.ts';
import { html } from 'hono/html';
import { pageResponse, problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { limitRate } from '../http/rate-limiter.ts';
import { sendsMail } from '../mail/settings.ts';

const shop = () => ({ sendsMail: sendsMail(), supportEmail: globalThis.MAILS.supportEmail });

/**
 * The download page for browsers without JavaScript. A static page cannot read its query, but a form without an action
 * posts to the page's own address, query included.
 */
const showFiles = async (request: Request): Promise<Response> => {
  const given = new URL(request.url).searchParams.get('session_id');
  if (given === null) return deniedPage(shop(), 'session');
  const session = sessionIdSchema.safeParse(given);
  if (!session.success) return brokenLinkPage();
  const client = await limitRate('purchase-page', request);
  const order = await lookUpOrder(client, session.data);
  if (order?.status === 'pending') return pendingPage(order);
  if (order?.status === 'paid') {
    const { files } = await linkOrder(order);
    return filesPage(shop(), order, files);
  }
  const ended = endedOrder(order?.status);
  return order && ended ? endedPage(shop(), order, ended) : deniedPage(shop(), 'order');
};

const failed = (error: unknown): Response => {
  if (error instanceof Problem && error.code === 'rate_limited') {
    return problemPage(error, 'One moment, please', html`<p>${error.message}</p>`);
  }
  logError(error);
  if (error instanceof Unavailable && error.service === 'guides') {
    const words =
      'Your order is safe, but we can’t reach the files right now. Try again in a minute.';
    return pageResponse('Download failed', html`<p>${words}</p>`, { status: 503 });
  }
  return unverifiedPage(shop());
};

export const config: Config = { path: ['/payment-success', '/guide-download'], method: 'POST' };

export default route(config, { POST: (request) => showFiles(request).catch(failed) });
