import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import * as z from 'zod';
import { type Faults, callFaults, cutOffAnswer, pause, takeFault } from '../kit/faults.ts';
import { answerOnce } from '../kit/idempotency.ts';
import { errorAnswer, mailError } from './errors.ts';
import { readFields } from './fields.ts';
import type { Store } from './state.ts';

export const faultsSchema = z
  .strictObject({
    ...callFaults,
    /** The error's name for `status`. Without it, the most common error of that status is answered. */
    name: z.string(),
    /** The quota of emails for a day in UTC, as the 100 of Resend's free plan. Answers say how many are used. */
    perDay: z.int().min(1),
  })
  .partial();

export type MailFaults = z.infer<typeof faultsSchema>;

/** The most common error for each status. */
const NAMES: Readonly<Record<number, string>> = {
  403: 'validation_error',
  409: 'concurrent_idempotent_requests',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
};

const faultAnswer = (status: number, given?: string): Response => {
  const name = given ?? NAMES[status] ?? 'internal_server_error';
  // Unlike this one, the refusal of a used up plan does not say when to come back.
  const headers = name === 'rate_limit_exceeded' ? { 'retry-after': '1' } : {};
  return errorAnswer(status, name, 'The inbox is set to fail.', headers);
};

const errors = {
  otherCall: () =>
    mailError(409, 'invalid_idempotent_request', 'The key was used for another email.'),
  stillRunning: () =>
    mailError(409, 'concurrent_idempotent_requests', 'The first request is in progress.'),
};

/** The domain of the local shop's email address. */
const DOMAIN = { name: 'example.com', status: 'verified' };

const today = (): string => new Date().toISOString().slice(0, 10);

/** Resend's `POST /emails` and `GET /domains`. */
export const apiRoutes = (token: string, { state, save }: Store, faults: Faults<MailFaults>) => {
  const once = answerOnce({ state, save, errors });
  let used = 0;
  let planDay = '';

  /** How many emails of the daily quota are used. Resend does not say for a plan without one. */
  const usedToday = (): number | undefined => {
    if (faults.settings.perDay === undefined) planDay = '';
    else if (planDay !== today()) [planDay, used] = [today(), 0];
    return planDay === '' ? undefined : used;
  };

  const accept = (posted: string): string => {
    const { perDay = Infinity } = faults.settings;
    if ((usedToday() ?? 0) >= perDay) {
      const message = 'You have reached your daily email sending quota.';
      throw mailError(429, 'daily_quota_exceeded', message);
    }
    const fields = readFields(posted);
    used += 1;
    const id = randomUUID();
    state.mails.push({ id, sentAt: new Date().toISOString(), fields });
    save();
    return id;
  };

  return new Hono()
    .use('/emails', bearerAuth({ token }))
    .use('/domains', bearerAuth({ token }))
    .get('/domains', (context) => context.json({ object: 'list', has_more: false, data: [DOMAIN] }))
    .post('/emails', async ({ req }) => {
      const { status, name, delayMs, cutOff } = takeFault(faults.settings);
      if (status !== undefined) {
        await pause(delayMs);
        return faultAnswer(status, name);
      }
      const posted = await req.text();
      const answer = await once(req, posted, async () => {
        await pause(delayMs);
        // An email that is refused throws, so its key stays free.
        return Response.json({ id: accept(posted) });
      });
      const count = usedToday();
      if (count !== undefined) answer.headers.set('x-resend-daily-quota', String(count));
      return cutOff ? cutOffAnswer() : answer;
    });
};
