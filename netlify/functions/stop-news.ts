import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import { isForm, readBody } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { pageResponse } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { buyerOfToken, hasOptedOut, optIn, optOut } from '../mail/opt-out.ts';
import { limitRate } from '../http/rate-limiter.ts';

const TITLE = 'News of new editions';

const button = (name: string, words: string) =>
  html`<form method="post">
    <button name="news" value="${name}">${words}</button>
  </form>`;

const page = (wantsNone: boolean): Response =>
  pageResponse(
    TITLE,
    wantsNone
      ? html`<p role="status">
            You get no more of these mails. What you bought stays yours, and its link works as
            before.
          </p>
          ${button('again', 'Get them again')}`
      : html`<p>
            When a guide that you bought has a new edition, we write you a short mail. There are no
            other mails of this kind.
          </p>
          ${button('none', 'Send me no more')}`,
    { hasForms: true },
  );

const failed = (error: unknown): Response => {
  if (error instanceof Problem && error.code === 'rate_limited') throw error;
  logError(error);
  const words = 'This cannot be noted just now. Please try again in a minute.';
  return pageResponse(TITLE, html`<p>${words}</p>`, { status: 503 });
};

const UNKNOWN =
  'This link is not whole. Open it again from the mail, or answer the mail: we read it.';

/** Answers the buyer of the email's token. A token that is not ours costs nothing outside. */
const forBuyer = async (
  request: Request,
  answer: (buyer: string) => Promise<Response>,
): Promise<Response> => {
  await limitRate('stop-news', request);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const buyer = buyerOfToken(token);
  if (buyer === null) return pageResponse(TITLE, html`<p>${UNKNOWN}</p>`, { status: 404 });
  return answer(buyer).catch(failed);
};

/** A POST opts out, unless the button to get the emails again was pressed. */
const wantsThemAgain = async (request: Request): Promise<boolean> => {
  const body = (await readBody(request)).toString();
  return isForm(request) && new URLSearchParams(body).get('news') === 'again';
};

export const config: Config = { path: '/api/stop-news' };

/** Mail scanners follow every link, so a GET changes nothing. A mail program's own POST has no fields (RFC 8058). */
export default route(config, {
  GET: (request) => forBuyer(request, async (buyer) => page(await hasOptedOut(buyer))),
  POST: (request) =>
    forBuyer(request, async (buyer) => {
      const again = await wantsThemAgain(request);
      await (again ? optIn(buyer) : optOut(buyer));
      return page(!again);
    }),
});
