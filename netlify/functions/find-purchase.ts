import { domainToASCII } from 'node:url';
import generated from '#generated';
import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { ProblemCode } from '#contract/problem.ts';
import { readFormOrJson } from '../http/body.ts';
import { clientIdOf } from '../http/client-id.ts';
import { type FormResult, respondToForm } from '../http/form-post.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { problemPage } from '../http/page.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { limitShared } from '../http/shared-limits.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import { sealAddress } from '../mail/job-address.ts';
import { now } from '../platform/clock.ts';
import { getEnv } from '../platform/env.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { type Job, enqueue } from '../platform/queue.ts';
import { buyerHash } from '../shop/buyer-hash.ts';

const INVALID_EMAIL = 'Please enter an email address. It should look like name@example.com.';

const MAX_EMAIL_LENGTH = 254;

/**
 * Keyboards for Chinese and Japanese type a full-width "＠".
 * @example withAsciiDomain('jo＠münchen.de') // "jo@xn--mnchen-3ya.de"
 */
const withAsciiDomain = (email: string): string =>
  email
    .replace('＠', '@')
    .replace(/(?<=@)[^@]*[^ -~][^@]*$/, (domain) => domainToASCII(domain) || domain);

const findPurchaseRequest = z.strictObject({
  email: z.string({ error: INVALID_EMAIL }).check(
    z.trim(),
    // Checked first, because the patterns are slow on long input.
    z.maxLength(MAX_EMAIL_LENGTH, { error: INVALID_EMAIL, abort: true }),
    z.overwrite(withAsciiDomain),
    z.maxLength(MAX_EMAIL_LENGTH, { error: INVALID_EMAIL }),
    z.regex(z.regexes.html5Email, { error: INVALID_EMAIL }),
    z.regex(/@.+\./, { error: INVALID_EMAIL }),
  ),
});

/** Returns false if over the limit. A 429 would reveal other requests for the same address. */
const countEmail = async (buyer: string): Promise<boolean> => {
  try {
    await limitShared('found-email', buyer);
    return true;
  } catch {
    return false;
  }
};

/** Neither the content nor the timing of the response reveals whether an address has orders. */
const requestLinks = async (request: Request): Promise<FormResult> => {
  requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'find-purchase');
  const { email } = await readFormOrJson(request, findPurchaseRequest);
  if (!sendsMail()) {
    const detail = `This shop doesn’t send email yet. Please write to ${generated.supportEmail} with your order number or the email address you paid with.`;
    throw new Problem('mail_unavailable', detail);
  }
  const buyer = buyerHash(email);
  // In parallel, so that both share one request to Redis.
  const [isEmailAllowed] = await Promise.all([
    countEmail(buyer),
    limitShared('find-purchase', clientIdOf(request)),
  ]);
  if (isEmailAllowed) {
    const job: Job = `found:${buyer}/${crypto.randomUUID()}`;
    await enqueue(job, now(), await sealAddress(email));
    runJobsInBackground([job]);
  }
  const response = Response.json({ status: 'accepted' }, { status: 202 });
  return { response, redirectTo: '/find-purchase#sent' };
};

const ERROR_TITLES: Partial<Record<ProblemCode, string>> = {
  invalid_request: 'That doesn’t look like an email address',
  mail_unavailable: 'Please write to us',
  rate_limited: 'One moment, please',
};

const errorPage = (problem: Problem): Response => {
  const title = ERROR_TITLES[problem.code] ?? 'That didn’t work';
  const text =
    problem.code === 'invalid_request'
      ? 'Please enter it again. It should look like name@example.com. Nothing was sent.'
      : problem.message;
  const content = html`<p>${text}</p>
    <p><a href="/find-purchase">Back to “Find my purchase”</a></p>`;
  return problemPage(problem, title, content);
};

export const config: Config = { path: '/api/find-purchase' };

export default route(config, {
  POST: (request) => respondToForm(request, requestLinks, errorPage),
});
