import { z } from 'astro/zod';
import { MAIL_NAMES, MAIL_PLACEHOLDERS } from '../../contract/mail.ts';
import { kind } from '../kind.ts';
import { heading, upTo } from './fields.ts';

/** The emails to parents. The text is below the fields. The button comes after the first paragraph. */
export const mails = kind(
  'content/mail/',
  { hasText: true, names: MAIL_NAMES },
  z.strictObject({
    /** What the inbox shows first. */
    subject: upTo(120, 'Your guide from {brand}'),
    /** What the inbox shows next to the subject. */
    preview: upTo(140, 'Here is your download.'),
    /** The text on the button, at most 60 characters. Without it, there is no button. */
    button: heading('Open your download page').optional(),
  }),
);

/** The placeholders that only this email has, which are filled in when it is sent. */
export const ownPlaceholders = (file: string): readonly string[] => {
  const name = MAIL_NAMES.find((one) => file === `${mails.at}${one}.md`);
  return name ? MAIL_PLACEHOLDERS[name] : [];
};
