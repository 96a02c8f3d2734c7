import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { cutOffAnswer } from '../cut-off.ts';
import { MailError, errorAnswer, overQuota, toldToFail, tooMany } from './errors.ts';
import { outcomesOf } from './events.ts';
import { readFields } from './fields.ts';
import type { Services } from './inbox.ts';
import type { Mail } from './state.ts';

const LONGEST_KEY = 256;

export const checkKey = (authorization: string | undefined, apiKey: string): void => {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  if (key === apiKey) return;
  throw key
    ? new MailError(401, 'validation_error', 'API key is invalid')
    : new MailError(401, 'missing_api_key', 'Missing API key in the authorization header.');
};

const today = (): string => new Date().toISOString().slice(0, 10);

const conflict = (code: string, message: string): MailError => new MailError(409, code, message);

/** `POST /emails`, as Resend answers it. */
export const emailRoutes = ({ apiKey, store, faults, outbox }: Services) => {
  const running = new Set<string>();
  let latestMs: number[] = [];
  let used = 0;
  let planDay = '';

  const limitRate = (): void => {
    const { perSecond = Infinity } = faults.get();
    latestMs = [...latestMs.filter((atMs) => atMs > Date.now() - 1000), Date.now()];
    if (latestMs.length > perSecond) throw tooMany(perSecond);
  };

  /** Of a plan without a quota by the day, Resend does not tell how many there were. */
  const usedToday = (): number | undefined => {
    if (faults.get().perDay === undefined) planDay = '';
    else if (planDay !== today()) [planDay, used] = [today(), 0];
    return planDay === '' ? undefined : used;
  };

  const accept = (body: string): string => {
    const { perDay = Infinity } = faults.get();
    if ((usedToday() ?? 0) >= perDay) throw overQuota();
    used += 1;
    const mail: Mail = {
      id: randomUUID(),
      sentAt: new Date().toISOString(),
      fields: readFields(body),
      outcome: 'delivered',
    };
    store.state.mails.push(mail);
    for (const outcome of outcomesOf(mail.fields.to, faults.get().bounce))
      outbox.add(mail, outcome);
    return mail.id;
  };

  /** The answer to the same call before, or a new one. A call that was refused is not kept. */
  const acceptOnce = async (key: string, body: string, delayMs: number): Promise<string> => {
    const payload = createHash('sha256').update(body).digest('hex');
    store.save(); // forgets keys that are too old
    const known = store.state.answers.find((answer) => answer.key === key);
    if (known && known.payload !== payload) {
      throw conflict(
        'invalid_idempotent_request',
        'Same idempotency key used with a different request payload.',
      );
    }
    if (known) return known.id;
    if (running.has(key)) {
      throw conflict(
        'concurrent_idempotent_requests',
        'Same idempotency key used while original request is still in progress.',
      );
    }
    running.add(key);
    try {
      await setTimeout(delayMs, undefined, { ref: false });
      const id = accept(body);
      store.state.answers.push({ key, payload, id, createdAtMs: Date.now() });
      store.save();
      return id;
    } finally {
      running.delete(key);
    }
  };

  return new Hono()
    .post('/', async (context) => {
      const { req } = context;
      if (!req.header('user-agent')) return context.text('error code: 1010', 403);
      checkKey(req.header('authorization'), apiKey);
      limitRate();
      const { status, name, delayMs = 0, cutOff } = faults.take();
      const key = req.header('idempotency-key') ?? randomUUID();
      if (key.length === 0 || key.length > LONGEST_KEY) {
        throw new MailError(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');
      }
      if (status !== undefined) {
        await setTimeout(delayMs, undefined, { ref: false });
        throw toldToFail(status, name);
      }
      const id = await acceptOnce(key, await req.text(), delayMs);
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
