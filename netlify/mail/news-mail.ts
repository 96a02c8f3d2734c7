import type { Product } from '#contract/catalogue.ts';
import { findById } from '../catalogue.ts';
import { mayDownload } from '../downloads/access.ts';
import type { Facts } from '../orders/facts.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import type { News, NewsPorts } from './edition-news.ts';
import { type Message, fillMail } from './message.ts';
import type { NothingToSend } from './queue.ts';
import { downloadLink } from './receipt.ts';

type NewsWords = {
  readonly guide: string;
  readonly changes: string;
  /** Its number. */
  readonly order: string;
  readonly link: string;
  /** The key of whoever gets it. */
  readonly buyer: string;
};

/** The words of a mail of news, with what stops such mails. */
export const newsWords = (
  { template, siteUrl, stopToken }: Pick<NewsPorts, 'template' | 'siteUrl' | 'stopToken'>,
  { buyer, ...words }: NewsWords,
): Pick<Message, 'subject' | 'html' | 'text' | 'replyTo' | 'headers'> => {
  const stop = `${siteUrl}/api/stop-news?${new URLSearchParams({ token: stopToken(buyer) })}`;
  return {
    ...fillMail(template, { ...words, stop }),
    // RFC 8058: mail programs show a button of their own, and press it by a POST.
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

/** By the facts of this moment: the newest of a buyer's orders that opens the guide, of those before the edition. */
const orderOf = (
  sessions: readonly string[],
  facts: readonly Facts[],
  product: Product,
  since: number,
): Order | undefined =>
  sessions
    .map((id, at) => orderFrom(id, facts[at] ?? {}))
    .filter((order) => order !== null)
    .find((order) => order.createdAt < since && mayDownload(order, product));

/** More than a parent has. */
export const MOST_ORDERS = 50;

const skipped = (detail: string): NothingToSend => ({ is: 'skipped', detail });

/** The same to the letter however often it is made, as the key wants it; or why there is nothing to send. */
export const newsMail = async (
  ports: NewsPorts,
  { edition, product: id, since, changes }: News,
  buyer: string,
): Promise<Message | NothingToSend> => {
  const [sessions, wantsNone] = await Promise.all([
    ports.orders.ofBuyer(buyer, MOST_ORDERS),
    ports.noNews.has(buyer),
  ]);
  if (wantsNone) return skipped('wants none');
  const product = findById(ports.catalogue, id);
  const facts = await ports.orders.findMany(sessions);
  const order = product && orderOf(sessions, facts, product, since);
  if (!order) return skipped('no order that opens it');
  const session = await ports.checkout.find(order.sessionId);
  if (typeof session === 'string' || session.email === null) return skipped('no address');
  const link = downloadLink(ports.siteUrl, order.sessionId);
  const number = ports.orderNumber(order.sessionId);
  return {
    ...newsWords(ports, { guide: product.name, changes, order: number, link, buyer }),
    to: session.email,
    key: `edition/${edition}/${buyer}`,
    tags: { kind: 'new-edition', order: number },
  };
};
