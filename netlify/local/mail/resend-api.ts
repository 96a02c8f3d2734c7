import { randomUUID } from 'node:crypto';
import { Hono, type HonoRequest } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import {
  type InjectedFaults,
  callFaults,
  cutOffResponse,
  takeFault,
} from '../shared/fault-injection.ts';
import { createRespondOnce } from '../shared/idempotency.ts';
import { createQuota } from './quota.ts';
import { type InboxMail, type InboxStore, emailSchema } from './state.ts';

export const mailFaultsSchema = z
  .strictObject({
    ...callFaults,
    /** The error's name for `status`. Default: the most common error with that status. */
    name: z.string(),
    /** The daily email quota (UTC), such as 100 on Resend's free plan. */
    perDay: z.int().min(1),
    /** The maximum number of calls per second. */
    perSecond: z.int().min(1),
  })
  .partial();

export type MailFaults = z.infer<typeof mailFaultsSchema>;

const MOST_COMMON_ERROR_NAMES: Readonly<Record<number, string>> = {
  401: 'validation_error',
  403: 'validation_error',
  409: 'concurrent_idempotent_requests',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
};

/** An error in Resend's format: https://resend.com/docs/api-reference/errors */
const mailError = (status: number, message: string, name = MOST_COMMON_ERROR_NAMES[status]) => {
  const body = { statusCode: status, name: name ?? 'internal_server_error', message };
  const headers = new Headers();
  // Resend does not send this header when a quota is used up.
  if (body.name === 'rate_limit_exceeded') headers.set('retry-after', '1');
  const res = Response.json(body, { status, headers });
  return new HTTPException(status as ContentfulStatusCode, { message, res });
};

const keyConflict = () =>
  mailError(409, 'This key was already used for a different email.', 'invalid_idempotent_request');

const MAX_KEY_LENGTH = 256;

const DOMAIN = {
  id: '7d4f9a52-1c3e-4b8a-9e60-2f5d8c7b1a04',
  name: 'example.com',
  status: 'verified',
};

const SPF = { record: 'SPF', name: 'send', ttl: 'Auto', status: 'verified' };

/** https://resend.com/docs/api-reference/domains/get-domain */
const DNS_RECORDS = [
  { ...SPF, type: 'MX', value: 'feedback.example.com', priority: 10 },
  { ...SPF, type: 'TXT', value: '"v=spf1 include:example.com ~all"' },
  { ...SPF, record: 'DKIM', name: 'resend._domainkey', type: 'TXT', value: 'p=MIGfMA0GCSqGSIb3' },
];

const checkKeyLength = (request: HonoRequest): void => {
  const key = request.header('idempotency-key');
  if (key === undefined || (key.length >= 1 && key.length <= MAX_KEY_LENGTH)) return;
  throw mailError(400, 'A key must have 1 to 256 characters.', 'invalid_idempotency_key');
};

/** Returns the error for a request without this API key, or null. */
const accessError = (request: HonoRequest, apiKey: string): HTTPException | null => {
  const authorization = request.header('authorization');
  if (!authorization) return mailError(401, 'Missing API Key', 'missing_api_key');
  if (authorization === `Bearer ${apiKey}`) return null;
  const status = request.path === '/emails' ? 401 : 400;
  return mailError(status, 'API key is invalid', 'validation_error');
};

/** The error for an email whose fields are invalid. */
const fieldError = ({ issues: [issue] }: z.ZodError, fields: unknown): HTTPException => {
  const field = String(issue?.path[0] ?? '');
  if (field === '') return mailError(400, issue?.message ?? '', 'validation_error');
  const isMissing = !(fields instanceof Object) || !(field in fields);
  if (isMissing) return mailError(422, `Missing \`${field}\` field.`, 'missing_required_field');
  const name = field === 'from' ? 'invalid_from_address' : 'validation_error';
  return mailError(422, `Invalid \`${field}\` field. ${issue?.message}`, name);
};

/** The lowest default limit that Resend has had. Resend raises a team's limit on request. */
export const DEFAULT_CALLS_PER_SECOND = 2;

/** Counts the calls in each second. Tests replace `Date`, so it uses the monotonic clock. */
const createCallCounter = () => {
  let second = 0;
  let calls = 0;
  return (): number => {
    const currentSecond = Math.floor(performance.now() / 1000);
    if (currentSecond !== second) calls = 0;
    second = currentSecond;
    calls += 1;
    return calls;
  };
};

/** Returns the fields of the email. Throws Resend's error if one is invalid. */
const parseEmail = (json: string): InboxMail['fields'] => {
  const email: unknown = JSON.parse(json);
  const { data: fields, error } = emailSchema.safeParse(email);
  if (!fields) throw fieldError(error, email);
  if (!fields.from.replace(/>$/, '').endsWith(`@${DOMAIN.name}`)) {
    throw mailError(403, 'The sender’s domain is not verified.');
  }
  return fields;
};

type Team = { readonly apiKey: string; readonly callsPerSecond: number };

export const resendRoutes = (
  { apiKey, callsPerSecond }: Team,
  { state, save }: InboxStore,
  faults: InjectedFaults<MailFaults>,
) => {
  const respondOnce = createRespondOnce({ state, save, keyConflict });
  const countCall = createCallCounter();
  const quota = createQuota();

  const acceptEmail = (json: string): string => {
    const { perDay } = faults.settings;
    if (quota.isUsedUp(perDay)) {
      throw mailError(429, 'You have used up your daily quota.', 'daily_quota_exceeded');
    }
    const fields = parseEmail(json);
    quota.count(perDay);
    const id = randomUUID();
    state.mails.push({ id, sentAt: new Date().toISOString(), fields });
    return id;
  };

  return new Hono()
    .use('/:call{emails|domains|domains/.+}', async ({ req, res }, next) => {
      // Cloudflare sends this response before the request reaches Resend.
      if (!req.header('user-agent')) return new Response('error code: 1010', { status: 403 });
      const limit = faults.settings.perSecond ?? callsPerSecond;
      const calls = countCall();
      res.headers.set('ratelimit-limit', String(limit));
      res.headers.set('ratelimit-remaining', String(Math.max(0, limit - calls)));
      res.headers.set('ratelimit-reset', '1');
      if (calls > limit) throw mailError(429, 'Too many requests.', 'rate_limit_exceeded');
      const error = accessError(req, apiKey);
      if (error) throw error;
      return next();
    })
    .get('/domains', (context) => context.json({ object: 'list', has_more: false, data: [DOMAIN] }))
    .get('/domains/:id', ({ req, json }) => {
      if (req.param('id') !== DOMAIN.id) throw mailError(404, 'Domain not found', 'not_found');
      return json({ object: 'domain', ...DOMAIN, records: DNS_RECORDS });
    })
    .post('/emails', async ({ req }) => {
      const { status, name, cutOff, perDay } = takeFault(faults.settings);
      if (status !== undefined) throw mailError(status, 'The inbox is set to fail.', name);
      checkKeyLength(req);
      const json = await req.text();
      const response = respondOnce(req, json, () => ({
        status: 200,
        body: { id: acceptEmail(json) },
      }));
      // If there is a key, `respondOnce` has already saved the email.
      if (req.header('idempotency-key') === undefined) save();
      response.headers.set('x-resend-monthly-quota', String(quota.usedThisMonth()));
      if (perDay !== undefined) {
        response.headers.set('x-resend-daily-quota', String(quota.usedToday()));
      }
      return cutOff ? cutOffResponse() : response;
    });
};
