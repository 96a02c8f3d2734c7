import { escapeHtml } from '#contract/escape-html.ts';
import type { MailTemplate } from '#contract/mail.ts';
import { inSentence } from '#contract/product-name.ts';
import { plainRanges } from '#contract/ranges.ts';
import type { Message } from './message.ts';
import { unbrokenEmail } from './unbroken-email.ts';

/** Inserted unchanged, so `html` must be safe. */
export type FormattedText = { readonly text: string; readonly html: string };

/** Gets an article where a sentence needs one: "You bought the Complete Bundle". */
type ProductName = { readonly name: string };

/**
 * A string is escaped in HTML, and its line breaks are kept. A boolean keeps or removes the
 * paragraph that starts with its placeholder, as in "{withLinks} Each link opens its files."
 */
export type TemplateValue = string | boolean | FormattedText | ProductName;

type TemplateValues = Readonly<Record<string, TemplateValue>>;

/** Matches a comma or the end of a word, then a space and any opening tags, such as `<strong>`. */
const AFTER_A_WORD = /[\p{L}\p{N},] (?:<\w[^<>]*>)*$/u;

/** At the start of a template or after a colon, a name gets no article. */
const nameAt = (template: string, offset: number, { name }: ProductName): string =>
  AFTER_A_WORD.test(template.slice(0, offset)) ? inSentence(name) : name;

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

/**
 * Replaces each `{name}`. Removes paragraphs that end up empty. Leaves unknown placeholders
 * unchanged.
 */
export const fillTemplate = (
  { subject, html, text, replyTo }: MailTemplate,
  values: TemplateValues,
): Pick<Message, 'subject' | 'html' | 'text' | 'replyTo'> => {
  const fill = (template: string, format: 'text' | 'html'): string =>
    template.replace(/\{(\w+)\}/g, (placeholder, key: string, offset: number) => {
      const value = values[key] ?? placeholder;
      if (typeof value === 'boolean') return '';
      if (typeof value === 'object' && 'html' in value) return value[format];
      const plainText = typeof value === 'string' ? value : nameAt(template, offset, value);
      return format === 'html' ? escapeHtml(plainText).replaceAll('\n', '<br />') : plainText;
    });
  const htmlThatApplies = html.replace(HTML_PARAGRAPH, (part) => applyCondition(part, values));
  const textThatApplies = text
    .split('\n\n')
    .map((part) => applyCondition(part, values))
    .join('\n\n');
  return {
    replyTo,
    subject: plainRanges(fill(subject, 'text')).replace(/\s*\n\s*/g, ' '),
    html: unbrokenEmail(fill(htmlThatApplies, 'html').replace(/<p[^>]*><\/p>/g, '')),
    text: plainRanges(fill(textThatApplies, 'text'))
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
};
