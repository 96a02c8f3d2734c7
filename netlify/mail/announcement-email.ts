import type { Product } from '#contract/catalogue.ts';
import { catalogue, findById } from '../catalogue.ts';
import { mayDownload } from '../downloads/access.ts';
import { getEnv } from '../env.ts';
import { numberOf } from '../orders/order-names.ts';
import { findOrders } from '../orders/redis-orders.ts';
import { sessionsOfBuyer } from '../orders/redis-pages.ts';
import { findRecipient } from '../orders/stripe-sessions.ts';
import type { Announcement } from './announcement.ts';
import { buyerKey } from './buyer-key.ts';
import { type Message, type Outcome, fillMail, templateOf } from './message.ts';
import { hasOptedOut, stopToken } from './opt-out.ts';
import type { NothingToSend } from './outbox.ts';
import { coverOf, downloadLink } from './receipt.ts';
import { sendEmail } from './resend.ts';

type Words = {
  readonly guide: string;
  readonly cover: string;
  readonly changes: string;
  /** The order's number. */
  readonly order: string;
  readonly link: string;
  /** The recipient's key. */
  readonly buyer: string;
};

const template = () => templateOf(globalThis.MAILS.newEdition);

const fill = ({ buyer, ...words }: Words) => {
  const token = new URLSearchParams({ token: stopToken(buyer) });
  const stop = `${getEnv().PUBLIC_SITE_URL}/api/stop-news?${token}`;
  return {
    ...fillMail(template(), { ...words, stop }),
    // RFC 8058: mail programs show their own unsubscribe button, which sends a POST.
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

/** More orders than a parent has. */
export const MOST_ORDERS = 50;

const skipped = (detail: string): NothingToSend => ({ is: 'skipped', detail });

/** The newest order from before the edition that opens the guide at this moment. */
const orderThatOpens = async (sessions: readonly string[], product: Product, since: number) =>
  (await findOrders(sessions)).find(
    (order) => order.createdAt < since && mayDownload(order, product),
  );

/** The email to one buyer, or why there is none. Always the same for its key, as Resend requires. */
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
    ...fill({
      guide: product.name,
      cover: coverOf(product.product_type),
      changes,
      order: number,
      link,
      buyer,
    }),
    to: session.email,
    key: `edition/${edition}/${buyer}`,
  };
};

/** Where previews go: to the owner alone. */
export const previewTo = (): string => getEnv().OWNER_EMAIL ?? template().replyTo;

/**
 * Sends the owner the email that buyers would get. The owner has no order, so the link leads to the shop and the order
 * number is made up. The stop link is that of the owner's own address.
 */
export const sendPreview = ({ product: id, changes }: Announcement): Promise<Outcome> => {
  const to = previewTo();
  const product = findById(catalogue, id);
  const { subject, ...words } = fill({
    guide: product?.name ?? id,
    cover: coverOf(product?.product_type ?? 'bundle'),
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
  });
};
