import type { Product } from '#contract/catalogue.ts';
import { catalogue, findById } from '../catalogue.ts';
import { mayDownload } from '../downloads/access.ts';
import { getEnv } from '../env.ts';
import { numberOf } from '../orders/order-names.ts';
import { sessionsOfBuyer } from '../orders/redis-pages.ts';
import type { Announcement } from './announcement.ts';
import { buyerKey } from './buyer-key.ts';
import { type Message, type Outcome, fillMail, templateOf } from './message.ts';
import { hasOptedOut, stopToken } from './opt-out.ts';
import type { NothingToSend } from './outbox.ts';
import { downloadLink } from './receipt.ts';
import { sendEmail } from './resend.ts';
import { findOrders, findRecipient } from './shop.ts';

type Words = {
  readonly guide: string;
  readonly changes: string;
  /** Its number. */
  readonly order: string;
  readonly link: string;
  /** The key of whoever gets it. */
  readonly buyer: string;
};

const template = () => templateOf(globalThis.MAILS.newEdition);

/** With what stops such emails. */
const fill = ({ buyer, ...words }: Words) => {
  const token = new URLSearchParams({ token: stopToken(buyer) });
  const stop = `${getEnv().PUBLIC_SITE_URL}/api/stop-news?${token}`;
  return {
    ...fillMail(template(), { ...words, stop }),
    // RFC 8058: mail programs show a button of their own, and press it by a POST.
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

/** More than a parent has. */
export const MOST_ORDERS = 50;

const skipped = (detail: string): NothingToSend => ({ is: 'skipped', detail });

/** By the facts of this moment: the newest of a buyer's orders that opens the guide, of those before the edition. */
const orderThatOpens = async (sessions: readonly string[], product: Product, since: number) =>
  (await findOrders(sessions)).find(
    (order) => order.createdAt < since && mayDownload(order, product),
  );

/** The same to the letter however often it is made, as the key wants it; or why there is nothing to send. */
export const announcementEmail = async (
  { edition, product: id, since, changes }: Announcement,
  buyer: string,
): Promise<Message | NothingToSend> => {
  const [sessions, wantsNone] = await Promise.all([
    sessionsOfBuyer(buyer, MOST_ORDERS),
    hasOptedOut(buyer),
  ]);
  if (wantsNone) return skipped('wants none');
  const product = findById(catalogue, id);
  const order = product && (await orderThatOpens(sessions, product, since));
  if (!order) return skipped('no order that opens it');
  const session = await findRecipient(order.sessionId);
  if (!session) return skipped('no address');
  const link = downloadLink(order.sessionId);
  const number = numberOf(order.sessionId);
  return {
    ...fill({ guide: product.name, changes, order: number, link, buyer }),
    to: session.email,
    key: `edition/${edition}/${buyer}`,
    tags: { kind: 'new-edition', order: number },
  };
};

/** The owner's address, and nobody else's. */
export const previewTo = (): string => getEnv().OWNER_EMAIL ?? template().replyTo;

/**
 * Sends the owner the email that buyers would get. Its link leads to the shop and its order number is made up, since
 * the owner has no order; what stops such emails is that of the owner's own address.
 */
export const sendPreview = ({ product: id, changes }: Announcement): Promise<Outcome> => {
  const to = previewTo();
  const { subject, ...words } = fill({
    guide: findById(catalogue, id)?.name ?? id,
    changes,
    order: '0000-0000-0000',
    link: `${getEnv().PUBLIC_SITE_URL}/`,
    buyer: buyerKey(to),
  });
  return sendEmail({
    ...words,
    subject: `[Preview] ${subject}`,
    to,
    key: `preview/${crypto.randomUUID()}`,
    tags: { kind: 'preview' },
  });
};
