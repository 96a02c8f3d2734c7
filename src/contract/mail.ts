import type { OrderWords } from './orders.ts';

/** An email's template, which the build makes from content/mail. Placeholders such as `{link}` are still in it. */
export type MailTemplate = {
  readonly subject: string;
  /** The shop's support address, which gets replies. */
  readonly replyTo: string;
  readonly html: string;
  readonly text: string;
};

/** The emails to parents by their files in content/mail, each with its own placeholders. */
export const MAIL_PLACEHOLDERS = {
  receipt: ['guide', 'amount', 'order', 'date', 'link', 'tonight', 'withdraw', 'lesson'],
  withdrawal: ['guide', 'amount', 'order', 'time'],
  'find-purchase': ['orders'],
  'new-edition': ['guide', 'changes', 'order', 'link', 'stop'],
} as const;

export type MailName = keyof typeof MAIL_PLACEHOLDERS;

export const MAIL_NAMES = Object.keys(MAIL_PLACEHOLDERS) as MailName[];

/** What the functions need of content/ for the shop's emails. */
export type ShopMails = {
  mails: Readonly<Record<MailName | 'owner-alert', MailTemplate>>;
  /** The receipt's line about the first evening, by product type. */
  tonight: Readonly<Record<string, string>>;
  orders: OrderWords;
  supportEmail: string;
  /** A number of days. */
  refundDays: string;
};
