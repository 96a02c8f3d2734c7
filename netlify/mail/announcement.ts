import generated from '#generated';
import { getEnv } from '../platform/env.ts';
import { buyerHash } from '../shop/buyer-hash.ts';
import { type CatalogFile, titleOf } from '../shop/catalog.ts';
import { coverUrl } from '../shop/links.ts';
import type { Message } from './message.ts';
import { fillTemplate } from './template.ts';
import { unsubscribeLink } from './unsubscribe.ts';

type AnnouncedEdition = {
  readonly id: string;
  readonly sold: CatalogFile;
  readonly changes: string;
};

type Recipient = {
  readonly to: string;
  /** See `buyerHash`. */
  readonly buyer: string;
  /** The number of an order that includes the guide. */
  readonly order: string;
  /** The download page of that order. */
  readonly link: string;
};

/** Always returns the same message for the same key, as Resend requires. */
export const announcementMessage = (
  { id, sold, changes }: AnnouncedEdition,
  { to, buyer, order, link }: Recipient,
): Message => {
  const unsubscribeUrl = unsubscribeLink(buyer);
  return {
    ...fillTemplate(generated.mails['new-edition'], {
      guide: { name: titleOf(sold) },
      cover: coverUrl(sold.product.product_type),
      changes,
      order,
      link,
      stop: unsubscribeUrl,
    }),
    to,
    // RFC 8058: email clients show an unsubscribe button, which sends a POST.
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    key: `edition/${id}/${buyer}`,
  };
};

export const previewRecipient = (): string =>
  getEnv().OWNER_EMAIL ?? generated.mails['new-edition'].replyTo;

/** The email that buyers would get, with a placeholder order number and link. */
export const announcementPreview = (edition: Omit<AnnouncedEdition, 'id'>): Message => {
  const to = previewRecipient();
  const message = announcementMessage(
    { ...edition, id: 'preview' },
    {
      to,
      buyer: buyerHash(to),
      order: '0000-0000-0000',
      link: `${getEnv().PUBLIC_SITE_URL}/`,
    },
  );
  return {
    ...message,
    subject: `[Preview] ${message.subject}`,
    key: `preview/${crypto.randomUUID()}`,
  };
};
