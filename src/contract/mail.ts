/** A mail in the editors' words, as the build has made it of content/mail. `{link}` and the like are still in it. */
export type MailTemplate = {
  readonly subject: string;
  /** Where an answer goes: the shop's support. */
  readonly replyTo: string;
  readonly html: string;
  readonly text: string;
};

/** The mails to parents, each a file of content/mail by the same words, and what their words may name besides the shop's facts. */
export const MAIL_PLACEHOLDERS = {
  receipt: ['guide', 'amount', 'order', 'date', 'link'],
  findPurchase: ['orders'],
  newEdition: ['guide', 'changes', 'order', 'link', 'stop'],
} as const;

export type MailName = keyof typeof MAIL_PLACEHOLDERS;

export type MailTemplates = Readonly<Record<MailName, MailTemplate>>;

/** Each as JSON, and where an answer goes: what a bundle does not name is left out of it. */
export type PackedMails = Readonly<Record<MailName | 'supportEmail', string>>;
