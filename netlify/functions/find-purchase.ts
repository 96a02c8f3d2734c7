import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import { type FindPurchaseResponse, findPurchaseRequest } from '#contract/find-purchase.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { afterAnswer } from '../current-request.ts';
import { isForm, readFields } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { seeOther, wantsPage } from '../http/navigation.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { pageResponse } from '../http/page.ts';
import { Problem, problemOf, statusOf } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { sendPurchases } from '../mail/find-purchase.ts';
import { sendsMail } from '../mail/settings.ts';
import { limitFinds } from '../http/rate-limiter.ts';
import { getEnv } from '../env.ts';

/**
 * Treats all addresses alike. The lookup and the email come after the answer, so that neither its words nor its time
 * reveal who has bought here.
 */
const accept = async (request: Request): Promise<void> => {
  requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'find-purchase');
  const { email } = await readFields(request, findPurchaseRequest);
  if (!sendsMail()) {
    const words = `This shop sends no mails yet. Please write to ${globalThis.MAILS.supportEmail} with your order number or the email address that you paid with.`;
    throw new Problem('mail_unavailable', words);
  }
  await limitFinds(request);
  afterAnswer(() => sendPurchases(email));
};

const fromScript = async (request: Request): Promise<Response> => {
  await accept(request);
  return Response.json({ status: 'accepted' } satisfies FindPurchaseResponse, { status: 202 });
};

const TITLES: Partial<Record<ProblemCode, string>> = {
  invalid_request: 'That is no e-mail address',
  mail_unavailable: 'Please write to us',
  rate_limited: 'One moment, please',
};

const refusalPage = (problem: Problem): Response => {
  const words =
    problem.code === 'invalid_request'
      ? 'Please enter it once more, as in name@example.com. Nothing was sent.'
      : problem.message;
  return pageResponse(
    TITLES[problem.code] ?? 'That did not work',
    html`<p>${words}</p>
      <p><a href="/find-purchase">Back to “Find my purchase”</a></p>`,
    { status: statusOf(problem), headers: problem.headers },
  );
};

/** A parent without JavaScript gets a page of the shop, not a problem document. */
const fromForm = async (request: Request): Promise<Response> => {
  try {
    await accept(request);
    return seeOther('/find-purchase#sent');
  } catch (error) {
    if (!wantsPage(request)) throw error;
    if (!(error instanceof Problem)) logError(error);
    return refusalPage(problemOf(error));
  }
};

export const config: Config = { path: '/api/find-purchase' };

export default route(config, {
  POST: (request) => (isForm(request) ? fromForm(request) : fromScript(request)),
});
