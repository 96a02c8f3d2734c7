import type { Config } from '@netlify/functions';
import { domainToASCII } from 'node:url';
import generated from '#generated';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import type { ProblemCode } from '#contract/problem.ts';
import { getEnv } from '../platform/env.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { now } from '../platform/clock.ts';
import { readFormOrJson } from '../http/body.ts';
import { clientOf } from '../http/client.ts';
import { problemPage } from '../http/page.ts';
import { respondToForm } from '../http/form-post.ts';
import { route } from '../http/route.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { limitShared } from '../http/shared-limits.ts';
import { buyerKey } from '../shop/buyer.ts';
import { sealAddress } from '../mail/job-address.ts';
import { runJobsAfterResponse } from '../jobs/after-response.ts';
import { type Job, enqueue } from '../platform/queue.ts';

const ERROR = 'Please enter an email address, as in name@example.com.';

/** "jo@xn--mnchen-3ya.de" of "jo@münchen.de": some browsers send an international domain as it is typed. */
const withAsciiDomain = (email: string): string =>
  email.replace(/(?<=@)[^@]*[^ -~][^@]*$/, (domain) => domainToASCII(domain) || domain);

/** An address that an email field accepts in browsers, with a dot after the @. */
const findPurchaseRequest = z.strictObject({
  email: z
    .string({ error: ERROR })
    .check(
      z.trim(),
      z.overwrite(withAsciiDomain),
      z.maxLength(254, { error: ERROR }),
      z.regex(z.regexes.html5Email, { error: ERROR }),
      z.regex(/@.+\./, { error: ERROR }),
    ),
});

/** Counts an email to an address. If it has had enough of them, the answer is the same, and the log has the reason. */
const mayEmail = (buyer: string): Promise<boolean> =>
  limitShared('found-email', buyer).then(
    () => true,
    () => false,
  );

/**
 * Treats all addresses alike. The lookup and the email follow the answer, so that neither its words nor its time
 * reveal who has bought here.
 */
const accept = async (request: Request) => {
  requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'find-purchase');
  const { email } = await readFormOrJson(request, findPurchaseRequest);
  if (!sendsMail()) {
    const words = `This shop doesn’t send email yet. Please write to ${generated.supportEmail} with your order number or the email address you paid with.`;
    throw new Problem('mail_unavailable', words);
  }
  const buyer = buyerKey(email);
  // One request to Redis.
  const [mayBeSent] = await Promise.all([
    mayEmail(buyer),
    limitShared('find-purchase', clientOf(request)),
  ]);
  if (mayBeSent) {
    const job: Job = `found:${buyer}/${crypto.randomUUID()}`;
    await enqueue(job, now(), await sealAddress(email));
    runJobsAfterResponse([job]);
  }
  const toScript = Response.json({ status: 'accepted' }, { status: 202 });
  return { toScript, toPage: '/find-purchase#sent' };
};

const TITLES: Partial<Record<ProblemCode, string>> = {
  invalid_request: 'That doesn’t look like an email address',
  mail_unavailable: 'Please write to us',
  rate_limited: 'One moment, please',
};

const refusalPage = (problem: Problem): Response => {
  const words =
    problem.code === 'invalid_request'
      ? 'Please enter it again, as in name@example.com. Nothing was sent.'
      : problem.message;
  const content = html`<p>${words}</p>
    <p><a href="/find-purchase">Back to “Find my purchase”</a></p>`;
  return problemPage(problem, TITLES[problem.code] ?? 'That didn’t work', content);
};

export const config: Config = { path: '/api/find-purchase' };

export default route(config, {
  POST: (request) => respondToForm(request, accept, refusalPage),
});
