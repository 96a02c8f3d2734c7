import type { Config } from '@netlify/functions';
import { NO_SESSION, endedOrder } from '#contract/ended-orders.ts';
import { type DownloadFile, sessionIdSchema } from '#contract/orders.ts';
import { catalogue } from '../catalogue.ts';
import { linkOrder } from '../downloads/order-files.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import type { Order } from '../orders/orders.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { logError } from '../http/log.ts';
import { html } from 'hono/html';
import { pageResponse } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { callerOf, downloadPorts, orderPorts, sendsMail } from '../services.ts';

const link = ({ downloadUrl, fileName }: DownloadFile) =>
  html`<li><a href="${downloadUrl}">Download ${fileName}</a></li>`;

const files = async (order: Order): Promise<Response> => {
  const { files: granted } = await linkOrder(downloadPorts(), catalogue, order);
  if (granted.length === 0) {
    return pageResponse('Download failed', html`<p>No files available for download</p>`);
  }
  return pageResponse(
    'Your Guide is Ready!',
    html`<ul>
        ${granted.map(link)}
      </ul>
      <p>
        These links work for ten minutes. Keep the address of this page: it opens your files again
        whenever you need them.
        ${sendsMail() && html`A mail brings it to you too. If both are lost, <a href="/find-purchase">find your purchase</a>.`}
      </p>`,
  );
};

/** The way back for who has lost the link to an order. */
const lostLink = () =>
  sendsMail() &&
  html`<p>Lost the link to an order? <a href="/find-purchase">Find your purchase</a>.</p>`;

const denied = (title: string, words: string, status: number): Response =>
  pageResponse(
    title,
    html`<p>${words}</p>
      ${lostLink()}`,
    { status },
  );

/**
 * The twin of the download page for browsers without JavaScript. A static page cannot read its
 * query, but a form without an action posts to the page's own address, query included.
 */
const showFiles = async (request: Request): Promise<Response> => {
  const given = sessionIdSchema.safeParse(new URL(request.url).searchParams.get('session_id'));
  if (!given.success) return denied(NO_SESSION.heading, NO_SESSION.words, 403);
  const caller = await callerOf('purchase-page', request);
  const order = await lookUpOrder(orderPorts(), caller, given.data);
  if (order?.status === 'paid') return files(order);
  if (order?.status === 'pending') {
    const words = 'Your bank has not confirmed it yet. Reload this page in a few minutes.';
    return pageResponse('Your payment is still being processed', html`<p>${words}</p>`);
  }
  const ended = endedOrder(order?.status);
  if (ended) return pageResponse(ended.heading, html`<p>${ended.words}</p>`, { status: 403 });
  const words = 'No valid purchase found. Please complete your payment first.';
  return denied('Access denied', words, 403);
};

const failed = (error: unknown): Response => {
  if (error instanceof Problem && error.code === 'rate_limited') {
    const page = pageResponse('One moment, please', html`<p>${error.message}</p>`, { status: 429 });
    for (const [name, value] of Object.entries(error.headers)) page.headers.set(name, value);
    return page;
  }
  logError(error);
  if (error instanceof Unavailable && error.service === 'guides') {
    const words = 'Your order is safe, but the files cannot be reached now. Try again in a minute.';
    return pageResponse('Download failed', html`<p>${words}</p>`, { status: 503 });
  }
  const words = 'Unable to verify your purchase. Please contact support.';
  return denied('Verification failed', words, 503);
};

export const config: Config = { path: ['/payment-success', '/guide-download'], method: 'POST' };

export default route(config, { POST: (request) => showFiles(request).catch(failed) });
