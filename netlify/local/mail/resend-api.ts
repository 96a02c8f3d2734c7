import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
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
import { type InboxStore, emailSchema } from './state.ts';

export const mailFaultsSchema = z
  .strictObject({
    ...callFaults,
    /** The error's name for `status`. The default is the most common error of that status. */
    name: z.string(),
    /** The quota of emails for a day in UTC, like the 100 of Resend's free plan. */
    perDay: z.int().min(1),
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
  // A used up quota has no such header.
  if (body.name === 'rate_limit_exceeded') headers.set('retry-after', '1');
  const res = Response.json(body, { status, headers });
  return new HTTPException(status as ContentfulStatusCode, { message, res });
};

const keyConflict = () =>
  mailError(409, 'The key was used for another email.', 'invalid_idempotent_request');

const DOMAIN = { name: 'example.com', status: 'verified' };

const currentDay = (): string => new Date().toISOString().slice(0, 10);

export const resendRoutes = (
  apiKey: string,
  { state, save }: InboxStore,
  faults: InjectedFaults<MailFaults>,
) => {
  const respondOnce = createRespondOnce({ state, save, keyConflict });
  /** Emails are counted only while a quota is set. */
  const quota = { day: '', used: 0 };

  const acceptEmail = (json: string): string => {
    const { perDay } = faults.settings;
    const today = currentDay();
    if (quota.day !== today) {
      quota.day = today;
      quota.used = 0;
    }
    if (perDay !== undefined && quota.used >= perDay) {
      throw mailError(429, 'You have used up your daily quota.', 'daily_quota_exceeded');
    }
    const { data: fields, error } = emailSchema.safeParse(JSON.parse(json));
    if (!fields) throw mailError(422, z.prettifyError(error));
    quota.used = perDay === undefined ? 0 : quota.used + 1;
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
      const json = await req.text();
      const response = respondOnce(req, json, () => ({
        status: 200,
        body: { id: acceptEmail(json) },
      }));
      if (perDay !== undefined) response.headers.set('x-resend-daily-quota', String(quota.used));
      return cutOff ? cutOffResponse() : response;
    });
};
