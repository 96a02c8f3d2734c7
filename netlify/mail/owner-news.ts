import * as z from 'zod/mini';
import { Unavailable } from '../clients/unavailable.ts';
import { jsonFrom } from '../json-from.ts';
import type { Sums } from '../orders/sales.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Message } from './message.ts';
import { type MailQueue, type QueuePorts, sendQueued } from './queue.ts';

const newsSchema = z.object({
  /** Of two with the same key one is told. */
  key: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  /** Where the owner finds more, as in "/admin-orders". */
  page: z.string(),
});

/** What the shop's owner is told. It is kept until it is sent, so there is no address and no session in it. */
export type OwnerNews = z.infer<typeof newsSchema>;

/**
 * What waits is kept in the queue as JSON. Of a sale that is the order's session, since it comes there in the step that
 * stores the order as paid: redis-orders.ts.
 */
export type OwnerNewsStore = MailQueue & {
  readonly isTold: (key: string) => Promise<boolean>;
  /**
   * From now on it counts as told, and so do these sums of all time. `news` waits to be sent, under what is answered.
   * Nothing happens where it was told before.
   */
  readonly keep: (key: string, news: OwnerNews | null, now: number, told?: Sums) => Promise<string>;
};

export type OwnerNewsPorts = Omit<QueuePorts, 'queue'> & {
  readonly store: OwnerNewsStore;
  readonly findSale: (sessionId: string) => Promise<OwnerNews | null>;
  readonly siteUrl: string;
  /** Of the orders: other shops of the owner may send by the same account. */
  readonly context: string;
  /** The owner's address. */
  readonly to: string;
  readonly onFailed: (error: unknown) => void;
};

/** In no words of content/: every function that sells would carry them along. */
const messageOf = (
  { siteUrl, context, to }: OwnerNewsPorts,
  { key, subject, lines, page }: OwnerNews,
): Message => {
  const link = `${siteUrl}${page}`;
  const words = lines.map(escapeHtml).join('<br>');
  return {
    to,
    replyTo: to,
    subject,
    text: [...lines, '', link].join('\n'),
    html: `<!doctype html><meta charset="utf-8"><p>${words}</p><p><a href="${link}">${link}</a></p>`,
    key: `owner/${context}/${key}`,
    tags: { kind: 'owner-news' },
  };
};

/**
 * Sends these of the queue, as long as there is time and the mail service takes them; the rest goes out another time.
 * Never throws.
 */
export const sendOwnerNews = async (
  ports: OwnerNewsPorts,
  ids: readonly string[] | Promise<readonly string[]>,
  hasTime: () => boolean = () => true,
): Promise<void> => {
  const { store, findSale, onFailed } = ports;
  try {
    for (const id of await ids) {
      if (!hasTime()) return;
      const sent = await sendQueued({ ...ports, queue: store }, id, async () => {
        const news = newsSchema.safeParse(jsonFrom(id)).data ?? (await findSale(id));
        return news ? messageOf(ports, news) : { is: 'skipped', detail: 'no order' };
      });
      if ('reason' in sent) onFailed(new Unavailable('mail', sent.reason));
      if (sent.is === 'later') return;
    }
  } catch (error) {
    onFailed(error);
  }
};

/** Tells the owner now, or as soon as the mail service takes it. Never throws. */
export const tellOwner = (ports: OwnerNewsPorts, news: OwnerNews): Promise<void> =>
  sendOwnerNews(
    ports,
    ports.store.keep(news.key, news, ports.now()).then((id) => [id]),
  );
