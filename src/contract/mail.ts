import type { OrderWords } from './orders.ts';

/** Rendered by the build from content/mail, with placeholders such as `{link}`. */
export type MailTemplate = {
  readonly subject: string;
  readonly replyTo: string;
  readonly html: string;
  readonly text: string;
};

/** The files of content/mail, each with its placeholders. */
export const MAIL_PLACEHOLDERS = {
  receipt: [
    'guide',
    'amount',
    'order',
    'date',
    'repeated',
    'preparing',
    'link',
    'tonight',
    'withdraw',
    'lesson',
  ],
  'files-ready': ['guide', 'order', 'link'],
  'order-closed': ['guide', 'amount', 'order', 'date', 'link', 'status', 'withdraw'],
  withdrawal: ['guide', 'amount', 'order', 'time', 'closed', 'refundDue'],
  'find-purchase': ['orders', 'withLinks'],
  'new-edition': ['guide', 'changes', 'order', 'link', 'stop'],
} as const;

export type MailName = keyof typeof MAIL_PLACEHOLDERS;

export const MAIL_NAMES = Object.keys(MAIL_PLACEHOLDERS) as MailName[];

export type ShopMails = {
  mails: Readonly<Record<MailName | 'owner-alert', MailTemplate>>;
  /** The receipt's line about the first evening, by product type. */
  tonight: Readonly<Record<string, string>>;
  orders: OrderWords;
  supportEmail: string;
  refundDays: string;
};
