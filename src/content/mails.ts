import { markdownToHtml } from 'satteri';
import {
  MAIL_PLACEHOLDERS,
  type MailName,
  type MailTemplate,
  type MailTemplates,
  type PackedMails,
} from '../contract/mail.ts';
import { type Content, factsIn, readContent } from './check.ts';
import { type Facts, fill, fillAll } from './fill.ts';
import { escapeHtml } from '../contract/escape-html.ts';
import { fillHtml } from './html.ts';
import { mailPage } from './mail-layout.ts';
import { plainBlocks } from './mail-text.ts';
import { mailFacts, mailFile, mailSchema } from './schemas/mail.ts';
import { readSource } from './source.ts';

/** Markdown writes the braces of a link's address as %7B and %7D. */
const withBraces = (html: string): string => html.replace(/%7B(\w+)%7D/gi, '{$1}');

/** The list of orders is no paragraph, where it stands as one. */
const asBlock = (html: string): string => html.replace('<p>{orders}</p>', '{orders}');

const templateOf = (file: string, content: Content, shop: Facts): MailTemplate => {
  const source = readSource(file, content.get(file) ?? '');
  if ('broken' in source) throw new Error(`${file}: ${source.broken.says}`);
  const facts = { ...shop, ...mailFacts(file) };
  const { subject, preview, button } = fillAll(mailSchema.parse(source.data), facts);
  const [first = '', ...others] = plainBlocks(source.body).map((block) => fill(block, facts));
  const action = button === undefined ? [] : [`${button}:\n{link}`];
  const brand = facts['brand'] ?? '';
  return {
    subject,
    replyTo: facts['supportEmail'] ?? '',
    html: mailPage({
      brand: escapeHtml(brand),
      subject: escapeHtml(subject),
      preview: escapeHtml(preview),
      body: asBlock(withBraces(fillHtml(markdownToHtml(source.body).html, facts))),
      button: button && escapeHtml(button),
    }),
    text: [first, ...action, ...others, `-- \n${brand}`].join('\n\n'),
  };
};

/**
 * The mails of content/mail, the shop's facts filled in. Throws where content/ has a slip that `npm run build`
 * tells in words.
 */
export const readMails = async (root: string): Promise<MailTemplates> => {
  const content = await readContent(root);
  const facts = factsIn(content);
  if (!facts) throw new Error('content/ needs a correction: npm run build tells which.');
  const supportEmail = process.env['PUBLIC_SUPPORT_EMAIL'] || facts['supportEmail'] || '';
  const of = (name: MailName): MailTemplate =>
    templateOf(mailFile(name), content, { ...facts, supportEmail });
  const names = Object.keys(MAIL_PLACEHOLDERS) as MailName[];
  return Object.fromEntries(names.map((name) => [name, of(name)])) as MailTemplates;
};

/** The same as the functions have them. */
export const readPackedMails = async (root: string): Promise<PackedMails> => {
  const mails = await readMails(root);
  const packed = Object.entries(mails).map(([name, mail]) => [name, JSON.stringify(mail)]);
  return { ...Object.fromEntries(packed), supportEmail: mails.receipt.replyTo };
};
