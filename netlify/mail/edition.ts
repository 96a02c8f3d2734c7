import generated from '#generated';
import type { Product } from '#contract/catalogue.ts';
import type { Order } from '../orders/order.ts';
import { buyerKey } from '../platform/seal.ts';
import { getEnv } from '../platform/env.ts';
import { coverOf, downloadLink, numberOf } from '../shop/words.ts';
import { type Message, fillMail } from './message.ts';
import { unsubscribeLink } from './unsubscribe.ts';

type Edition = {
  readonly id: string;
  readonly product: Product;
  /** The owner's words on what has changed. */
  readonly changes: string;
};

type Reader = { readonly order: string; readonly link: string; readonly buyer: string };

const fill = ({ product, changes }: Omit<Edition, 'id'>, { order, link, buyer }: Reader) => {
  const stop = unsubscribeLink(buyer);
  const cover = coverOf(product.product_type);
  const words = { guide: product.name, cover, changes, order, link, stop };
  return {
    ...fillMail(generated.mails['new-edition'], words),
    // RFC 8058: mail programs show their own unsubscribe button, which sends a POST.
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

/** The announcement to one buyer. Always the same for its key, as Resend requires. */
export const editionFor = (
  edition: Edition,
  { sessionId }: Order,
  { buyer, to }: { readonly buyer: string; readonly to: string },
): Message => {
  const [order, link] = [numberOf(sessionId), downloadLink(sessionId)];
  return {
    ...fill(edition, { order, link, buyer }),
    to,
    key: `edition/${edition.id}/${buyer}`,
  };
};

/** The recipient of previews: the owner alone. */
export const previewTo = (): string =>
  getEnv().OWNER_EMAIL ?? generated.mails['new-edition'].replyTo;

/** The email that buyers would get. The owner has no order, so its number and link are made up. */
export const previewFor = (edition: Omit<Edition, 'id'>): Message => {
  const to = previewTo();
  const link = `${getEnv().PUBLIC_SITE_URL}/`;
  const message = fill(edition, { order: '0000-0000-0000', link, buyer: buyerKey(to) });
  return {
    ...message,
    subject: `[Preview] ${message.subject}`,
    to,
    key: `preview/${crypto.randomUUID()}`,
  };
};
