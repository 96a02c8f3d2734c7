import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { createMiddleware } from 'hono/factory';
import { cutOffAnswer, pause, takeFault } from '../kit/faults.ts';
import { answerOnce } from '../kit/idempotency.ts';
import { faultAnswer, mailError } from './errors.ts';
import { readFields } from './fields.ts';
import type { Services } from './services.ts';

type CallEnv = { Variables: { delayMs: number | undefined } };

const today = (): string => new Date().toISOString().slice(0, 10);

const invalidKey = (name: string, message: string) => ({ statusCode: 401, name, message });

const checkKey = (token: string) =>
  bearerAuth({
    token,
    noAuthenticationHeader: { message: invalidKey('missing_api_key', 'Missing API key.') },
    invalidToken: { message: invalidKey('validation_error', 'API key is invalid') },
  });

const keyErrors = {
  mostCharacters: 256,
  tooLong: () => mailError(400, 'invalid_idempotency_key', 'The key must be 1-256 chars.'),
  conflict: () => {
    const message = 'Same idempotency key used with a different request payload.';
    return mailError(409, 'invalid_idempotent_request', message);
  },
  stillRunning: () => {
    const message = 'Same idempotency key used while original request is still in progress.';
    return mailError(409, 'concurrent_idempotent_requests', message);
  },
};

/** The domain of the local shop's email address. */
const DOMAIN = { name: 'example.com', status: 'verified' };

/** Resend's `POST /emails` and `GET /domains`. */
export const apiRoutes = ({ apiKey, store, faults }: Services) => {
  const { state, save } = store;
  let used = 0;
  let planDay = '';

  /** How many emails of the daily quota are used. Resend does not say for a plan without one. */
  const usedToday = (): number | undefined => {
    if (faults.settings.perDay === undefined) planDay = '';
    else if (planDay !== today()) [planDay, used] = [today(), 0];
    return planDay === '' ? undefined : used;
  };

  const meetFaults = createMiddleware<CallEnv>(async (context, next) => {
    const { status, name, delayMs, cutOff } = takeFault(faults.settings);
    if (status !== undefined) {
      await pause(delayMs);
      return faultAnswer(status, name);
    }
    context.set('delayMs', delayMs);
    await next();
    const count = usedToday();
    if (context.res.ok && count !== undefined) {
      context.res.headers.set('x-resend-daily-quota', String(count));
    }
    if (cutOff) context.res = cutOffAnswer();
    return undefined;
  });

  const accept = (posted: unknown): string => {
    const { perDay = Infinity } = faults.settings;
    if ((usedToday() ?? 0) >= perDay) {
      const message = 'You have reached your daily email sending quota.';
      throw mailError(429, 'daily_quota_exceeded', message);
    }
    used += 1;
    const id = randomUUID();
    state.mails.push({ id, sentAt: new Date().toISOString(), fields: readFields(posted) });
    save();
    return id;
  };

  const once = answerOnce({ state, save, ...keyErrors });
  return new Hono<CallEnv>()
    .get('/domains', checkKey(apiKey), (context) =>
      context.json({ object: 'list', has_more: false, data: [DOMAIN] }),
    )
    .post('/emails', checkKey(apiKey), meetFaults, once, async (context) => {
      const posted = await context.req.json().catch(() => {
        throw mailError(400, 'validation_error', 'The body is not JSON.');
      });
      await pause(context.get('delayMs'));
      return context.json({ id: accept(posted) });
    });
};
