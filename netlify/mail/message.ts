import { escapeHtml } from '#contract/escape-html.ts';
import type { MailTemplate, PackedMails } from '#contract/mail.ts';

export type Message = {
  readonly to: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of two messages with the same key only one goes out; at most 256 characters. */
  readonly key: string;
  /** By what the mail service's delivery events are told apart. Letters, digits, "-" and "_". */
  readonly tags: Readonly<Record<string, string>>;
};

/** What became of a message. */
export type Outcome =
  | {
      readonly is: 'sent';
      readonly id: string;
      /** How many emails of the plan's day are used; undefined where the plan counts none by the day. */
      readonly usedToday?: number | undefined;
    }
  /** It will not be taken at another time either. */
  | { readonly is: 'refused'; readonly reason: string }
  /** Not now. `mayBeSent` where the answer was lost: the message itself may have arrived. */
  | {
      readonly is: 'later';
      readonly reason: string;
      readonly mayBeSent: boolean;
      /** How long the mail service asks to wait. */
      readonly waitInSeconds?: number | undefined;
    };

declare global {
  // What the build has made of content/mail. A bundle holds those that it names (build/bundle.ts); wherever
  // functions run from source, it is set.
  var MAILS: PackedMails;
}

/** As it was packed by this project's own build. */
export const templateOf = (packed: string): MailTemplate => JSON.parse(packed) as MailTemplate;

/** In a text as it is; in HTML escaped, unless it is HTML itself. */
export type Value = string | { readonly text: string; readonly html: string };

/** Puts what only a purchase tells into a mail's words. A paragraph that comes to nothing is left out. */
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
