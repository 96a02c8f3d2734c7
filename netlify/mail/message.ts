import { escapeHtml } from '#contract/escape-html.ts';
import type { MailTemplate } from '#contract/mail.ts';

export type Message = {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Resend sends only one message with a key. At most 256 characters. */
  readonly key: string;
};

/** The mail service's answer to a message. */
export type SendOutcome =
  | {
      readonly is: 'sent';
      readonly id: string;
      /** How many of the plan's emails a day are used; undefined for a plan without a daily quota. */
      readonly usedToday?: number | undefined;
    }
  /** It will never be accepted. */
  | { readonly is: 'refused'; readonly reason: string }
  /** Not now. `mayBeSent`: the answer was lost, so the message itself may have arrived. */
  | {
      readonly is: 'postponed';
      readonly reason: string;
      readonly mayBeSent: boolean;
      /** How long the mail service asks to wait. */
      readonly waitInSeconds?: number | undefined;
    };

/** A text is escaped in HTML. A value that has its own HTML is inserted as it is. */
export type Value = string | { readonly text: string; readonly html: string };

/** Fills a template with a purchase's values. A paragraph that ends up empty is left out. */
export const fillMail = (
  { subject, html, text, replyTo }: MailTemplate,
  values: Readonly<Record<string, Value>>,
): Pick<Message, 'subject' | 'html' | 'text' | 'replyTo'> => {
  const fill = (words: string, as: 'text' | 'html'): string =>
    words.replace(/\{(\w+)\}/g, (found, name: string) => {
      const value = values[name] ?? found;
      if (typeof value !== 'string') return value[as];
      return as === 'html' ? escapeHtml(value) : value;
    });
  return {
    replyTo,
    subject: fill(subject, 'text'),
    html: fill(html, 'html').replace(/<p[^>]*><\/p>/g, ''),
    text: fill(text, 'text').replace(/\n{3,}/g, '\n\n'),
  };
};
