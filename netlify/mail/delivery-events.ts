import * as z from 'zod/mini';
import { runScript } from '../clients/redis.ts';
import { now } from '../clock.ts';
import { getEnv } from '../env.ts';
import { jsonFrom } from '../json-from.ts';
import { namesOf } from '../orders/order-names.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findNamed } from '../orders/redis-pages.ts';
import { type DeliveryEvent, meansLost, receiptFact } from './receipt-facts.ts';
import { type Signed, isSigned } from './svix.ts';

/** Resend's own words and ids. An email address does not match. */
const WORD = z.string().check(z.regex(/^[\w-]{1,64}$/));
const details = z.record(z.string(), z.unknown());

/** A word of Resend's; "unknown" where it is missing or not a word. */
const wordIn = (given: unknown, name: string): string =>
  WORD.safeParse(details.safeParse(given).data?.[name]).data ?? 'unknown';

/** The email's tags, which Resend sends as an object or as a list. */
const tagsSchema = z.pipe(
  z.union([
    details,
    z.pipe(
      z.array(z.object({ name: z.string(), value: z.unknown() })),
      z.transform((list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
    ),
  ]),
  z.object({ kind: WORD, order: WORD, copy: z.optional(z.string()) }),
);

/** What is read of an event (resend.com/docs/webhooks/event-types). Its recipient is left out. */
const eventSchema = z.object({
  type: z.string(),
  created_at: z.string(),
  data: z.object({
    email_id: WORD,
    tags: tagsSchema,
    bounce: z.optional(z.unknown()),
    failed: z.optional(z.unknown()),
    suppressed: z.optional(z.unknown()),
  }),
});

type Event = z.infer<typeof eventSchema>;

const TYPES: Readonly<Record<string, DeliveryEvent>> = {
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
  'email.failed': 'failed',
  'email.suppressed': 'suppressed',
};

/** The reason, where the event has one. */
const detailOf = (is: DeliveryEvent, { bounce, failed, suppressed }: Event['data']): string => {
  if (is === 'bounced') return `${wordIn(bounce, 'type')} ${wordIn(bounce, 'subType')}`;
  if (is === 'failed') return wordIn(failed, 'reason');
  return is === 'suppressed' ? wordIn(suppressed, 'type') : '';
};

/** The fact that an event adds to its order. */
type DeliveryFact = {
  readonly order: string;
  readonly name: string;
  readonly value: string;
  /** For a lost receipt: the fact that exists if another copy was sent since. */
  readonly lostUnless: string | null;
};

/** null for an event that concerns no order's email. `receivedAt` stands in for a time that cannot be read. */
const factIn = (body: string, receivedAt: number): DeliveryFact | null => {
  const event = eventSchema.safeParse(jsonFrom(body)).data;
  const is = TYPES[event?.type ?? ''];
  if (!event || !is) return null;
  const { email_id: id, tags } = event.data;
  const copy = Number(tags.copy ?? 0);
  if (!Number.isSafeInteger(copy)) return null;
  const isReceipt = tags.kind === 'receipt';
  const at = Math.floor(Date.parse(event.created_at) / 1000) || receivedAt;
  return {
    order: tags.order,
    name: `${isReceipt ? receiptFact(copy) : `mail:${id}`}:${is}`,
    value: `${at} ${detailOf(is, event.data)}`.trim(),
    lostUnless: isReceipt && meansLost(is) ? receiptFact(copy + 1) : null,
  };
};

/** The list keeps the newest lost receipts. */
const MOST_LOST = 100;

/**
 * A repeated event does not put the receipt back on the list, since the owner may have sent another. For a forgotten
 * buyer nothing is noted.
 */
const NOTE = `
local order, lost = KEYS[1], KEYS[2]
local name, value, unless, session, now, most = unpack(ARGV)
if redis.call('HGET', order, 'buyer') == '-' then return 'forgotten' end
if redis.call('HSETNX', order, name, value) == 0 or unless == '' then return 'known' end
if redis.call('HEXISTS', order, unless) == 1 then return 'sent since' end
redis.call('ZADD', lost, now, session)
redis.call('ZREMRANGEBYRANK', lost, 0, -1 - most)
return 'lost'
`;

/** Records a delivery event. Answers whether it concerned an order of this shop. */
export const noteDeliveryEvent = async (body: string): Promise<boolean> => {
  const at = now();
  const fact = factIn(body, at);
  if (!fact) return false;
  const name = fact.order.replaceAll('-', '');
  const session = (await findNamed(name)).find((one) => namesOf(one).includes(name));
  if (session === undefined) return false;
  const keys = orderKeys();
  const args = [fact.name, fact.value, fact.lostUnless ?? '', session, at, MOST_LOST];
  await runScript(NOTE, [keys.order(session), keys.lostReceipts], args);
  return true;
};

/** Whether the mail service has signed a request. null where no secret is set. */
export const isDeliveryEvent = (request: Signed): boolean | null => {
  const { MAIL_WEBHOOK_SECRET: secret } = getEnv();
  return secret === undefined ? null : isSigned(secret, request, now());
};
