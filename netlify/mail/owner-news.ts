import { Unavailable } from '../clients/unavailable.ts';
import type { Sums } from '../orders/sales.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Message } from './message.ts';
import { type MailQueue, type QueuePorts, sendQueued } from './queue.ts';

/** What the shop's owner is told. It is kept until it is sent, so there is no address and no session in it. */
export type OwnerNews = {
  /** Of two with the same key one is told. */
  readonly key: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** Where the owner finds more, as in "/admin-orders". */
  readonly page: string;
};

/** A queue of keys, and of sessions: a sale is put there in the step that stores its order as paid. */
export type OwnerNewsStore = MailQueue & {
  readonly isTold: (key: string) => Promise<boolean>;
  /** From now on it counts as told; `news` waits to be sent. Nothing happens where it was told before. */
  readonly keep: (key: string, news: OwnerNews | null, now: number, told?: Sums) => Promise<void>;
  /** What was kept under a key; null for a sale. */
  readonly find: (key: string) => Promise<OwnerNews | null>;
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
 * Sends what waits under these keys and sessions, as long as there is time and the mail service takes it; the rest goes
 * out another time. Never throws.
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
        const news = (await store.find(id)) ?? (await findSale(id));
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
    ports.store.keep(news.key, news, ports.now()).then(() => [news.key]),
  );
