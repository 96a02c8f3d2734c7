import type { OrderWords } from './orders.ts';

/** Rendered by the build from content/mail, with placeholders such as `{link}`. */
export type MailTemplate = {
  readonly subject: string;
  readonly replyTo: string;
  readonly html: string;
  readonly text: string;
};

/** The files in content/mail, each with its placeholders. */
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

/** The guide for the next age band. `href` is the path of its page. */
export type NextGuide = { readonly age: number; readonly title: string; readonly href: string };

/** The receipt's paragraph about the first evening. `next` follows the text, with a link. */
export type FirstEvening = { readonly text: string; readonly next: NextGuide | null };

export type ShopMails = {
  mails: Readonly<Record<MailName | 'owner-alert', MailTemplate>>;
  /** Keyed by product type. */
  tonight: Readonly<Record<string, FirstEvening>>;
  orders: OrderWords;
  supportEmail: string;
  refundDays: string;
};
