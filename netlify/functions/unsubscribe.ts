import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import { isForm, readBody } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { pageResponse } from '../http/page.ts';
import { route } from '../http/route.ts';
import { buyerOfToken, isUnsubscribed, subscribe, unsubscribe } from '../mail/unsubscribe.ts';
import { Unavailable } from '../platform/unavailable.ts';

const TITLE = 'Updates on new editions';

const button = (name: string, words: string) =>
  html`<form method="post">
    <button class="button-quiet" name="announcements" value="${name}">${words}</button>
  </form>`;

const page = (wantsNone: boolean): Response =>
  pageResponse(
    TITLE,
    wantsNone
      ? html`<p role="status">
            You won’t get any more of these emails. What you bought stays yours, and its link still
            works.
          </p>
          ${button('again', 'Subscribe again')}`
      : html`<p>
            When a guide you bought has a new edition, we send you a short email. That’s the only
            email of this kind.
          </p>
          ${button('none', 'Unsubscribe')}`,
    { hasForms: true },
  );

const failed = (error: unknown): Response => {
  if (!(error instanceof Unavailable)) throw error;
  logError(error);
  const words = 'We couldn’t save that. Please try again in a minute.';
  return pageResponse(TITLE, html`<p>${words}</p>`, { status: 503 });
};

const UNKNOWN =
  'This link is incomplete. Open it again from the email, or reply to the email. We read every reply.';

/** Calls `answer` with the buyer of the address's token. Returns 404 for an unknown token, without a call outside. */
const forBuyer = async (
  request: Request,
  answer: (buyer: string) => Promise<Response>,
): Promise<Response> => {
  const buyer = buyerOfToken(new URL(request.url).searchParams.get('token') ?? '');
  if (buyer === null) return pageResponse(TITLE, html`<p>${UNKNOWN}</p>`, { status: 404 });
  return answer(buyer).catch(failed);
};

/** Every POST unsubscribes, except the form of the button that subscribes again. */
const wantsThemAgain = async (request: Request): Promise<boolean> => {
  const body = (await readBody(request)).toString();
  return isForm(request) && new URLSearchParams(body).get('announcements') === 'again';
};

/** The second path is that of links in earlier emails. */
export const config: Config = { path: ['/api/unsubscribe', '/api/stop-news'] };

/** A GET changes nothing, since mail scanners follow every link. Mail programs send a bare POST (RFC 8058). */
export default route(config, {
  GET: (request) => forBuyer(request, async (buyer) => page(await isUnsubscribed(buyer))),
  POST: (request) =>
    forBuyer(request, async (buyer) => {
      const again = await wantsThemAgain(request);
      await (again ? subscribe(buyer) : unsubscribe(buyer));
      return page(!again);
    }),
});
