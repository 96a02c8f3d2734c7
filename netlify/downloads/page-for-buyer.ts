import generated from '#generated';
import { html } from 'hono/html';
import { findSessionId } from '#contract/order-number.ts';
import { sendsMail } from '../platform/env.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { logError } from '../http/log.ts';
import { pageResponse, problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import type { Order } from '../orders/order.ts';
import { type Shop, brokenLinkPage, deniedPage, unverifiedPage } from './purchase-pages.ts';

/** The words for when a service that the page needs fails. */
const FAILURES: Readonly<Record<string, readonly [title: string, words: string]>> = {
  guides: [
    'Download failed',
    'Your order is safe, but we can’t reach the files right now. Try again in a minute.',
  ],
  orders: ['That didn’t work', 'We couldn’t save that. Please try again in a minute.'],
};

const failed = (shop: Shop, error: unknown): Response => {
  if (error instanceof Problem && error.code === 'rate_limited') {
    return problemPage(error, 'One moment, please', html`<p>${error.message}</p>`);
  }
  logError(error);
  const [title, words] = (error instanceof Unavailable && FAILURES[error.service]) || [];
  if (title === undefined) return unverifiedPage(shop);
  return pageResponse(title, html`<p>${words}</p>`, { status: 503 });
};

/** Answers with a page on the order that the address names, or with one that says why there is none. Never throws. */
export const pageForBuyer = async (
  request: Request,
  findOrder: (sessionId: string) => Promise<Order | null>,
  show: (shop: Shop, order: Order) => Response | Promise<Response>,
): Promise<Response> => {
  const shop = { sendsMail: sendsMail(), supportEmail: generated.supportEmail };
  const given = new URL(request.url).searchParams.get('session_id');
  if (given === null) return deniedPage(shop, 'session');
  const sessionId = findSessionId(given);
  if (sessionId === null) return brokenLinkPage();
  try {
    const order = await findOrder(sessionId);
    return order ? await show(shop, order) : deniedPage(shop, 'order');
  } catch (error) {
    return failed(shop, error);
  }
};
