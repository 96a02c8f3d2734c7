/** A mail in the editors' words, as the build has made it of content/mail. `{link}` and the like are still in it. */
export type MailTemplate = {
  readonly subject: string;
  /** Where an answer goes: the shop's support. */
  readonly replyTo: string;
  readonly html: string;
  readonly text: string;
};

/** The mails to parents, each a file of content/mail, and what their words may name besides the shop's facts. */
export const MAIL_PLACEHOLDERS = {
  receipt: ['guide', 'amount', 'order', 'date', 'link'],
  'find-purchase': ['orders'],
  'new-edition': ['guide', 'changes', 'link', 'stop'],
} as const;

export type MailName = keyof typeof MAIL_PLACEHOLDERS;

export type MailTemplates = Readonly<Record<MailName, MailTemplate>>;
