import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import { type Faults, callFaults, cutOffResponse, faultRoutes, takeFault } from '../kit/faults.ts';
import { respondOnce } from '../kit/state.ts';
import { pageRoutes } from './pages.ts';
import { type Store, mailFields, openInboxState } from './state.ts';

const faultsSchema = z
  .strictObject({
    ...callFaults,
    /** The error's name for `status`. Without it, the most common error of that status is answered. */
    name: z.string(),
    /** The quota of emails for a day in UTC, as the 100 of Resend's free plan. Answers say how many are used. */
    perDay: z.int().min(1),
  })
  .partial();

type MailFaults = z.infer<typeof faultsSchema>;

/** The most common error for each status. */
const NAMES: Readonly<Record<number, string>> = {
  401: 'validation_error',
  403: 'validation_error',
  409: 'concurrent_idempotent_requests',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
};

/** An error that `/emails` answers as Resend does (resend.com/docs/api-reference/errors). */
const mailError = (status: number, message: string, name = NAMES[status]) => {
  const body = { statusCode: status, name: name ?? 'internal_server_error', message };
  // Unlike this one, the refusal of a used up plan does not say when to come back.
  const headers = { ...(body.name === 'rate_limit_exceeded' && { 'retry-after': '1' }) };
  const res = Response.json(body, { status, headers });
  return new HTTPException(status as ContentfulStatusCode, { message, res });
};

const usedKey = () =>
  mailError(409, 'The key was used for another email.', 'invalid_idempotent_request');

/** The domain of the local shop's email address. */
const DOMAIN = { name: 'example.com', status: 'verified' };

const today = (): string => new Date().toISOString().slice(0, 10);

/** Resend's `POST /emails` and `GET /domains`. */
const apiRoutes = (apiKey: string, { state, save }: Store, faults: Faults<MailFaults>) => {
  const once = respondOnce({ state, save, usedKey });
  /** The emails of a day with a quota. */
  let day = '';
  let used = 0;

  const accept = (posted: string): string => {
    const { perDay } = faults.settings;
    if (day !== today()) [day, used] = [today(), 0];
    if (perDay !== undefined && used >= perDay) {
      throw mailError(429, 'You have used up your daily quota.', 'daily_quota_exceeded');
    }
    const { data: fields, error } = mailFields.safeParse(JSON.parse(posted));
    if (!fields) throw mailError(422, z.prettifyError(error));
    used = perDay === undefined ? 0 : used + 1;
    const id = randomUUID();
    state.mails.push({ id, sentAt: new Date().toISOString(), fields });
    save();
    return id;
  };

  return new Hono()
    .use('/:call{emails|domains}', async ({ req }, next) => {
      if (req.header('authorization') !== `Bearer ${apiKey}`) throw mailError(401, 'Wrong key.');
      await next();
    })
    .get('/domains', (context) => context.json({ object: 'list', has_more: false, data: [DOMAIN] }))
    .post('/emails', async ({ req }) => {
      const { status, name, cutOff, perDay } = takeFault(faults.settings);
      if (status !== undefined) throw mailError(status, 'The inbox is set to fail.', name);
      const posted = await req.text();
      // An email that is refused throws, so its key stays free.
      const answer = once(req, posted, () => ({ status: 200, body: { id: accept(posted) } }));
      if (perDay !== undefined) answer.headers.set('x-resend-daily-quota', String(used));
      return cutOff ? cutOffResponse() : answer;
    });
};

/**
 * A small Resend for one local shop. It accepts emails and shows them.
 * @param stateFile Keeps the emails across restarts; null keeps them in memory.
 */
export const createInbox = (apiKey: string, stateFile: string | null) => {
  const store = openInboxState(stateFile);
  const faults: Faults<MailFaults> = { settings: {} };
  return new Hono()
    .route('/', apiRoutes(apiKey, store, faults))
    .route('/_control/mail', faultRoutes(faults, faultsSchema))
    .route('/', pageRoutes(store));
};
