import * as z from 'zod/mini';
import { jsonFrom } from '../json-from.ts';
import { namesOf } from '../orders/order-names.ts';
import { type News, meansLost, receiptFact } from './receipt-facts.ts';

/** Resend's own words and ids: nothing of a reader's address can be among them. */
const WORD = z.string().check(z.regex(/^[\w-]{1,64}$/));
const details = z.record(z.string(), z.unknown());

/** "unknown" for what is missing, or is something else by now. */
const wordIn = (given: unknown, name: string): string =>
  WORD.safeParse(details.safeParse(given).data?.[name]).data ?? 'unknown';

/** The mail's tags, which Resend tells as an object, or as the list that it was given. */
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

const TYPES: Readonly<Record<string, News>> = {
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
  'email.failed': 'failed',
  'email.suppressed': 'suppressed',
};

/** Why, where it says so. */
const detailOf = (news: News, { bounce, failed, suppressed }: Event['data']): string => {
  if (news === 'bounced') return `${wordIn(bounce, 'type')} ${wordIn(bounce, 'subType')}`;
  if (news === 'failed') return wordIn(failed, 'reason');
  return news === 'suppressed' ? wordIn(suppressed, 'type') : '';
};

/** Of one mail, by the order that it was about. */
type MailNews = {
  readonly order: string;
  readonly name: string;
  readonly value: string;
  /** Where it means that a receipt was lost: which fact says that another was sent since. */
  readonly lostUnless: string | null;
};

/** null for what is no event about a mail of an order. Of a time that cannot be read it is `now`. */
const readMailEvent = (body: string, now: number): MailNews | null => {
  const event = eventSchema.safeParse(jsonFrom(body)).data;
  const news = TYPES[event?.type ?? ''];
  if (!event || !news) return null;
  const { email_id: id, tags } = event.data;
  const copy = Number(tags.copy ?? 0);
  if (!Number.isSafeInteger(copy)) return null;
  const isReceipt = tags.kind === 'receipt';
  const at = Math.floor(Date.parse(event.created_at) / 1000) || now;
  return {
    order: tags.order,
    name: `${isReceipt ? receiptFact(copy) : `mail:${id}`}:${news}`,
    value: `${at} ${detailOf(news, event.data)}`.trim(),
    lostUnless: isReceipt && meansLost(news) ? receiptFact(copy + 1) : null,
  };
};

export type MailNewsPorts = {
  /** The sessions that may have this name. */
  readonly findNamed: (name: string) => Promise<readonly string[]>;
  /** Adds it to the order. What is there already changes nothing. */
  readonly note: (sessionId: string, news: MailNews, now: number) => Promise<void>;
  /** Unix time in seconds. */
  readonly now: () => number;
};

/** Keeps what the mail service tells. Answers whether it was about an order of this shop. */
export const noteMailEvent = async (ports: MailNewsPorts, body: string): Promise<boolean> => {
  const now = ports.now();
  const news = readMailEvent(body, now);
  if (!news) return false;
  const name = news.order.replaceAll('-', '');
  const found = await ports.findNamed(name);
  const session = found.find((one) => namesOf(one).includes(name));
  if (session === undefined) return false;
  await ports.note(session, news, now);
  return true;
};
