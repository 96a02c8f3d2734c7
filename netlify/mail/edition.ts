import generated from '#generated';
import type { Product } from '#contract/catalog.ts';
import { buyerKey } from '../shop/buyer.ts';
import { getEnv } from '../platform/env.ts';
import { coverUrl } from '../shop/links.ts';
import { type Message, fillMail } from './message.ts';
import { unsubscribeLink } from './unsubscribe.ts';

type AnnouncedEdition = {
  readonly id: string;
  readonly product: Product;
  /** The owner's words on what has changed. */
  readonly changes: string;
};

/** The buyer, with the number and the link of an order that opens the guide. */
type Reader = Readonly<Record<'to' | 'buyer' | 'order' | 'link', string>>;

/** The announcement to one buyer. Always the same for its key, as Resend requires. */
export const editionFor = (
  { id, product, changes }: AnnouncedEdition,
  { to, buyer, order, link }: Reader,
): Message => {
  const stop = unsubscribeLink(buyer);
  const cover = coverUrl(product.product_type);
  const words = { guide: product.name, cover, changes, order, link, stop };
  return {
    ...fillMail(generated.mails['new-edition'], words),
    to,
    // RFC 8058: mail programs show their own unsubscribe button, which sends a POST.
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    key: `edition/${id}/${buyer}`,
  };
};

/** The recipient of previews: the owner alone. */
export const previewTo = (): string =>
  getEnv().OWNER_EMAIL ?? generated.mails['new-edition'].replyTo;

/** The email that buyers would get. The owner has no order, so its number and link are made up. */
export const previewFor = (edition: Omit<AnnouncedEdition, 'id'>): Message => {
  const to = previewTo();
  const link = `${getEnv().PUBLIC_SITE_URL}/`;
  const owner = { to, buyer: buyerKey(to), order: '0000-0000-0000', link };
  const message = editionFor({ ...edition, id: 'preview' }, owner);
  const subject = `[Preview] ${message.subject}`;
  return { ...message, subject, key: `preview/${crypto.randomUUID()}` };
};
