import { z } from 'astro/zod';
import { MAIL_PLACEHOLDERS, type MailName } from '../../contract/mail.ts';
import { heading, text } from './fields.ts';
import type { Kind } from './kinds.ts';

/** An email to parents. Its text is below the fields. The button comes after the first paragraph. */
export const mailSchema = z.strictObject({
  /** What the inbox shows first. */
  subject: text('Write at most 120 characters, as in "Your guide from {brand}".', 120),
  /** What the inbox shows next to the subject. */
  preview: text('Write a sentence of at most 140 characters, as in "Here is your download."', 140),
  /** The text on the button, at most 60 characters. Without it, there is no button. */
  button: heading('Open your download page').optional(),
});

const MAILS = 'content/mail/';

export const isMail = (file: string): boolean => file.startsWith(MAILS);

/** "content/mail/find-purchase.md" of "findPurchase" */
export const mailFile = (name: MailName): string =>
  `${MAILS}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;

const names = Object.keys(MAIL_PLACEHOLDERS) as MailName[];

/** One kind for each email, since the shop needs all of them. */
export const mailKinds: readonly Kind[] = names.map((name) => ({
  at: mailFile(name),
  schema: mailSchema,
  hasText: true,
}));

/** Without these, an email leads nowhere. A button has the link already. */
const NEEDED = new Set(['link', 'orders', 'stop']);

/** The required placeholders that an email lacks. */
export const lacking = (file: string, { button }: z.infer<typeof mailSchema>, body: string) =>
  Object.values(mailFacts(file)).filter(
    (placeholder) =>
      NEEDED.has(placeholder.slice(1, -1)) &&
      !body.includes(placeholder) &&
      !(placeholder === '{link}' && button !== undefined),
  );

/** The placeholders that are filled in only when the email is sent. Until then, each stands for itself. */
export const mailFacts = (file: string): Readonly<Record<string, string>> => {
  const name = names.find((one) => mailFile(one) === file);
  const placeholders: readonly string[] = name ? MAIL_PLACEHOLDERS[name] : [];
  return Object.fromEntries(placeholders.map((one) => [one, `{${one}}`]));
};
