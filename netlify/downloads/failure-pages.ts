import { html } from 'hono/html';
import { NO_PURCHASE, NO_SESSION, UNVERIFIED } from '#contract/orders.ts';
import { logError } from '../http/log.ts';
import { problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { orderWords } from '../shop/order-words.ts';
import { lostLinkParagraph, purchasePage, supportParagraph } from './page-parts.ts';

const deniedPage = ({ heading, text }: typeof NO_SESSION | typeof NO_PURCHASE): Response =>
  purchasePage({ title: heading, status: 403, parts: [text, lostLinkParagraph()] });

export const noSessionPage = (): Response => deniedPage(NO_SESSION);

export const noPurchasePage = (): Response => deniedPage(NO_PURCHASE);

export const brokenLinkPage = (): Response => {
  const { heading, text } = orderWords().brokenLink;
  // Linked even if the shop sends no email, because /find-purchase then shows the support address.
  const findPurchase = html`<p><a href="/find-purchase">Find your purchase</a></p>`;
  return purchasePage({ title: heading, status: 403, parts: [text, findPurchase] });
};

type FailureText = { readonly title: string; readonly text: string };

const FILES_UNAVAILABLE: FailureText = {
  title: 'Download failed',
  text: 'Your order is safe, but we can’t reach the files right now. Try again in a minute.',
};

const NOT_SAVED: FailureText = {
  title: 'That didn’t work',
  text: 'We couldn’t save that. Please try again in a minute.',
};

/**
 * Reads fall back to Stripe when Redis is down, so a failure of 'orders' means that a write failed.
 */
const failureTextOf = (error: unknown): FailureText | null => {
  if (!(error instanceof Unavailable)) return null;
  if (error.service === 'guides') return FILES_UNAVAILABLE;
  if (error.service === 'orders') return NOT_SAVED;
  return null;
};

export const errorPage = (error: unknown): Response => {
  if (error instanceof Problem && error.code === 'rate_limited') {
    return problemPage(error, 'One moment, please', html`<p>${error.message}</p>`);
  }
  logError(error);
  const failure = failureTextOf(error);
  if (failure) return purchasePage({ title: failure.title, status: 503, parts: [failure.text] });
  return purchasePage({
    title: UNVERIFIED.heading,
    status: 503,
    parts: [UNVERIFIED.text, supportParagraph(), lostLinkParagraph()],
  });
};
