import { Unavailable } from '../clients/unavailable.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import type { Message, SendMail } from './message.ts';

/** What the shop's owner is told. It is kept until it is sent, so there is no address and no session in it. */
export type OwnerNews = {
  /** Of two with the same key one is told. */
  readonly key: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** Where the owner finds more, as in "/admin-orders". */
  readonly page: string;
};

export type OwnerNewsStore = {
  readonly isTold: (key: string) => Promise<boolean>;
  /** From now on it counts as told; `news` waits to be sent. Nothing happens where it was told before. */
  readonly keep: (key: string, news: OwnerNews | null) => Promise<void>;
  readonly waiting: () => Promise<readonly OwnerNews[]>;
  readonly drop: (key: string) => Promise<void>;
};

export type OwnerNewsPorts = {
  readonly store: OwnerNewsStore;
  readonly send: SendMail;
  readonly siteUrl: string;
  /** The owner's address. */
  readonly to: string;
  readonly onFailed: (error: unknown) => void;
};

/** In no words of content/: every function that sells would carry them along. */
const messageOf = (
  { siteUrl, to }: OwnerNewsPorts,
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
    key: `owner/${key}`,
    tags: { kind: 'owner-news' },
  };
};

/** Sends what waits; what the mail service does not take now goes out another time. Never throws. */
export const sendOwnerNews = async (
  ports: OwnerNewsPorts,
  hasTime: () => boolean = () => true,
): Promise<void> => {
  const { store, send, onFailed } = ports;
  try {
    for (const news of await store.waiting()) {
      if (!hasTime()) return;
      const outcome = await send(messageOf(ports, news));
      if (outcome.is !== 'sent') onFailed(new Unavailable('mail', outcome.reason));
      if (outcome.is === 'later') return;
      await store.drop(news.key);
    }
  } catch (error) {
    onFailed(error);
  }
};

/** Tells the owner now, or as soon as the mail service takes it. Never throws. */
export const tellOwner = async (ports: OwnerNewsPorts, news: OwnerNews): Promise<void> => {
  try {
    await ports.store.keep(news.key, news);
  } catch (error) {
    ports.onFailed(error);
    return;
  }
  await sendOwnerNews(ports);
};
