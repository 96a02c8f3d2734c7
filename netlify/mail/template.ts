import { escapeHtml } from '#contract/escape-html.ts';
import type { MailTemplate } from '#contract/mail.ts';
import type { Message } from './message.ts';

/** Inserted unchanged, so `html` must be safe. */
export type FormattedText = { readonly text: string; readonly html: string };

/**
 * A string is escaped in HTML, and its line breaks are kept. A boolean keeps or removes the
 * paragraph that starts with its placeholder, as in "{withLinks} Each link opens its files."
 */
export type TemplateValue = string | boolean | FormattedText;

type TemplateValues = Readonly<Record<string, TemplateValue>>;

const HTML_PARAGRAPH = /<p[^>]*>[^]*?<\/p>/g;
const CONDITION = /^(<p[^>]*>|)\{(\w+)\} /;

const applyCondition = (paragraph: string, values: TemplateValues): string => {
  const match = CONDITION.exec(paragraph);
  if (!match) return paragraph;
  const [start, openingTag = '', name = ''] = match;
  const value = values[name];
  if (typeof value !== 'boolean') return paragraph;
  return value ? openingTag + paragraph.slice(start.length) : '';
};

/** Replaces each `{name}`. Removes paragraphs that end up empty. An unknown placeholder stays. */
export const fillTemplate = (
  { subject, html, text, replyTo }: MailTemplate,
  values: TemplateValues,
): Pick<Message, 'subject' | 'html' | 'text' | 'replyTo'> => {
  const fill = (template: string, format: 'text' | 'html'): string =>
    template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder;
      if (typeof value === 'boolean') return '';
      if (typeof value !== 'string') return value[format];
      return format === 'html' ? escapeHtml(value).replaceAll('\n', '<br />') : value;
    });
  const htmlThatApplies = html.replace(HTML_PARAGRAPH, (part) => applyCondition(part, values));
  const textThatApplies = text
    .split('\n\n')
    .map((part) => applyCondition(part, values))
    .join('\n\n');
  return {
    replyTo,
    subject: fill(subject, 'text').replace(/\s*\n\s*/g, ' '),
    html: fill(htmlThatApplies, 'html').replace(/<p[^>]*><\/p>/g, ''),
    text: fill(textThatApplies, 'text')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
};
