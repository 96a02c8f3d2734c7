import { z } from 'astro/zod';
import { MAIL_NAMES, MAIL_PLACEHOLDERS } from '../../contract/mail.ts';
import { heading, text } from './fields.ts';

/** An email to parents. Its text is below the fields. The button comes after the first paragraph. */
export const mailSchema = z.strictObject({
  /** What the inbox shows first. */
  subject: text('Write at most 120 characters, as in "Your guide from {brand}".', 120),
  /** What the inbox shows next to the subject. */
  preview: text('Write a sentence of at most 140 characters, as in "Here is your download."', 140),
  /** The text on the button, at most 60 characters. Without it, there is no button. */
  button: heading('Open your download page').optional(),
});

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

/** The placeholders of a file's own, which are filled in when the email is sent. Until then, each stands for itself. */
export const mailFacts = (file: string): Readonly<Record<string, string>> => {
  const name = MAIL_NAMES.find((one) => file === `content/mail/${one}.md`);
  const placeholders: readonly string[] = name ? MAIL_PLACEHOLDERS[name] : [];
  return Object.fromEntries(placeholders.map((one) => [one, `{${one}}`]));
};
