import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { afterThisCall, cutOffAnswer, pause } from '../kit/faults.ts';
import { createOnce } from '../kit/idempotency.ts';
import { MailError, errorAnswer, errorOf, overQuota } from './errors.ts';
import { outcomeOf } from './events.ts';
import { readFields } from './fields.ts';
import type { Services } from './services.ts';
import type { Mail } from './state.ts';

const LONGEST_KEY = 256;

const checkKey = (apiKey: string) =>
  createMiddleware(async ({ req }, next) => {
    const key = /^Bearer (.+)$/.exec(req.header('authorization') ?? '')?.[1];
    if (key === apiKey) return next();
    throw key
      ? new MailError(401, 'validation_error', 'API key is invalid')
      : new MailError(401, 'missing_api_key', 'Missing API key in the authorization header.');
  });

const today = (): string => new Date().toISOString().slice(0, 10);

const conflict = (): MailError =>
  new MailError(
    409,
    'invalid_idempotent_request',
    'Same idempotency key used with a different request payload.',
  );

const stillRunning = (): MailError =>
  new MailError(
    409,
    'concurrent_idempotent_requests',
    'Same idempotency key used while original request is still in progress.',
  );

/** The domain of the local shop's email address. */
const DOMAIN = {
  id: 'd91cd9bd-1176-453e-8fc1-35364d380206',
  name: 'example.com',
  status: 'verified',
  region: 'us-east-1',
};

/** Resend's `POST /emails` and `GET /domains`. */
export const apiRoutes = ({ apiKey, store, faults, add }: Services) => {
  const once = createOnce({ ...store, conflict, stillRunning });
  let used = 0;
  let planDay = '';

  /** How many emails of the daily quota are used. Resend does not say for a plan without one. */
  const usedToday = (): number | undefined => {
    if (faults.settings.perDay === undefined) planDay = '';
    else if (planDay !== today()) [planDay, used] = [today(), 0];
    return planDay === '' ? undefined : used;
  };

  const accept = (body: string): string => {
    const { perDay = Infinity } = faults.settings;
    if ((usedToday() ?? 0) >= perDay) throw overQuota();
    used += 1;
    const mail: Mail = {
      id: randomUUID(),
      sentAt: new Date().toISOString(),
      fields: readFields(body),
      outcome: 'delivered',
    };
    store.state.mails.push(mail);
    add(mail, outcomeOf(mail.fields.to, faults.settings.bounce));
    return mail.id;
  };

  const takeFault = () => {
    const { perDay, bounce, hold, ...fault } = faults.settings;
    faults.settings = { perDay, bounce, hold, ...afterThisCall(fault) };
    return fault;
  };

  return new Hono()
    .get('/domains', checkKey(apiKey), ({ json }) =>
      json({ object: 'list', has_more: false, data: [DOMAIN] }),
    )
    .post('/emails', checkKey(apiKey), async (context) => {
      const { req } = context;
      const { status, name, delayMs = 0, cutOff } = takeFault();
      const key = req.header('idempotency-key') ?? randomUUID();
      if (key.length === 0 || key.length > LONGEST_KEY) {
        throw new MailError(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');
      }
      if (status !== undefined) {
        await pause(delayMs);
        throw errorOf(status, name);
      }
      const call = { key, path: req.path, body: await req.text() };
      const accepted = async () => {
        await pause(delayMs);
        return accept(call.body);
      };
      const id = once.find(call) ?? (await once.run(call, accepted));
      if (cutOff) return cutOffAnswer();
      const count = usedToday();
      return context.json(
        { id },
        200,
        count === undefined ? {} : { 'x-resend-daily-quota': String(count) },
      );
    })
    .onError((error) => {
      if (error instanceof MailError) return errorAnswer(error);
      throw error;
    });
};
