import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import { isForm, readBody } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { pageResponse } from '../http/page.ts';
import { route } from '../http/route.ts';
import { buyerOfToken, isUnsubscribed, subscribe, unsubscribe } from '../mail/unsubscribe.ts';
import { Unavailable } from '../platform/unavailable.ts';

const TITLE = 'Updates on new editions';

const buttonForm = (value: string, label: string) =>
  html`<form method="post">
    <button class="button-quiet" name="announcements" value="${value}">${label}</button>
  </form>`;

const unsubscribedPage = (): Response => {
  const content = html`<p role="status">
      You won’t get any more of these emails. What you bought stays yours, and its link still works.
    </p>
    ${buttonForm('again', 'Subscribe again')}`;
  return pageResponse(TITLE, content, { hasForms: true });
};

const subscribedPage = (): Response => {
  const content = html`<p>
      When a guide you bought has a new edition, we send you a short email. That’s the only email of
      this kind.
    </p>
    ${buttonForm('none', 'Unsubscribe')}`;
  return pageResponse(TITLE, content, { hasForms: true });
};

const unknownTokenPage = (): Response => {
  const text =
    'This link is incomplete. Open it again from the email, or reply to the email. We read every reply.';
  return pageResponse(TITLE, html`<p>${text}</p>`, { status: 404 });
};

const unavailablePage = (): Response => {
  const text = 'We couldn’t save that. Please try again in a minute.';
  return pageResponse(TITLE, html`<p>${text}</p>`, { status: 503 });
};

const forBuyer = async (
  request: Request,
  respond: (buyer: string) => Promise<Response>,
): Promise<Response> => {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const buyer = buyerOfToken(token);
  if (buyer === null) return unknownTokenPage();
  try {
    return await respond(buyer);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    logError(error);
    return unavailablePage();
  }
};

const wantsToSubscribe = async (request: Request): Promise<boolean> => {
  const body = (await readBody(request)).toString();
  return isForm(request) && new URLSearchParams(body).get('announcements') === 'again';
};

/** Earlier emails link to the second path. */
export const config: Config = { path: ['/api/unsubscribe', '/api/stop-news'] };

/**
 * A GET changes nothing, because mail scanners follow every link. Mail programs send a POST without
 * the form (RFC 8058), so every POST except "Subscribe again" unsubscribes.
 */
export default route(config, {
  GET: (request) =>
    forBuyer(request, async (buyer) =>
      (await isUnsubscribed(buyer)) ? unsubscribedPage() : subscribedPage(),
    ),
  POST: (request) =>
    forBuyer(request, async (buyer) => {
      if (await wantsToSubscribe(request)) {
        await subscribe(buyer);
        return subscribedPage();
      }
      await unsubscribe(buyer);
      return unsubscribedPage();
    }),
});
