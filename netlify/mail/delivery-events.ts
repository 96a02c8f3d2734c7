import * as z from 'zod/mini';
import { now } from '../clock.ts';
import { getEnv } from '../env.ts';
import { jsonFrom } from '../json-from.ts';
import { namesOf } from '../orders/order-names.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { findNamed } from '../orders/redis-pages.ts';
import { type DeliveryEvent, meansLost, receiptFact } from './receipt-facts.ts';
import { runScript } from './shop.ts';
import { type Signed, isSigned } from './svix.ts';

/** Resend's own words and ids: nothing of a reader's address can be among them. */
const WORD = z.string().check(z.regex(/^[\w-]{1,64}$/));
const details = z.record(z.string(), z.unknown());

/** "unknown" for what is missing, or is something else by now. */
const wordIn = (given: unknown, name: string): string =>
  WORD.safeParse(details.safeParse(given).data?.[name]).data ?? 'unknown';

/** The email's tags, which Resend gives as an object, or as the list that it was given. */
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

/**
 * What is read of an event: resend.com/docs/webhooks/event-types. To whom the mail went is there too, and is
 * left out.
 */
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

/** Why, where it says so. */
const detailOf = (is: DeliveryEvent, { bounce, failed, suppressed }: Event['data']): string => {
  if (is === 'bounced') return `${wordIn(bounce, 'type')} ${wordIn(bounce, 'subType')}`;
  if (is === 'failed') return wordIn(failed, 'reason');
  return is === 'suppressed' ? wordIn(suppressed, 'type') : '';
};

/** What becomes a fact of the order that an email was about. */
type DeliveryFact = {
  readonly order: string;
  readonly name: string;
  readonly value: string;
  /** Where it means that a receipt was lost: which fact says that another was sent since. */
  readonly lostUnless: string | null;
};

/** null for what is no event about an email of an order. Of a time that cannot be read it is `receivedAt`. */
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

/** As many lost receipts as are kept in the list; the newest, since nobody mends a year's at once. */
const MOST_LOST = 100;

/**
 * A fact that is there already says nothing about the list any more: the owner may have sent another since. Of an order
 * whose buyer is forgotten nothing is noted.
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

/** Keeps a delivery event. Answers whether it was about an order of this shop. */
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

/** Whether the mail service has signed a request. null where there is no secret to tell by. */
export const isDeliveryEvent = (request: Signed): boolean | null => {
  const { MAIL_WEBHOOK_SECRET: secret } = getEnv();
  return secret === undefined ? null : isSigned(secret, request, now());
};
