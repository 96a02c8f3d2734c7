import { escapeHtml } from '#contract/escape-html.ts';
import type { MailTemplate } from '#contract/mail.ts';
import type { Message } from './message.ts';

/**
 * A string is escaped in HTML. The `html` of an object is inserted unchanged, so it must be safe.
 */
export type TemplateValue = string | { readonly text: string; readonly html: string };

/** Replaces each `{name}`. Removes paragraphs that end up empty. An unknown placeholder stays. */
export const fillTemplate = (
  { subject, html, text, replyTo }: MailTemplate,
  values: Readonly<Record<string, TemplateValue>>,
): Pick<Message, 'subject' | 'html' | 'text' | 'replyTo'> => {
  const fill = (template: string, format: 'text' | 'html'): string =>
    template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder;
      if (typeof value !== 'string') return value[format];
      return format === 'html' ? escapeHtml(value) : value;
    });
  return {
    replyTo,
    subject: fill(subject, 'text'),
    html: fill(html, 'html').replace(/<p[^>]*><\/p>/g, ''),
    text: fill(text, 'text').replace(/\n{3,}/g, '\n\n'),
  };
};
