import type { z } from 'astro/zod';
import { markdownToHtml } from 'satteri';
import {
  MAIL_PLACEHOLDERS,
  type MailName,
  type MailTemplate,
  type MailTemplates,
  type ShopMails,
} from '../contract/mail.ts';
import type { OrderWords } from '../contract/order-words.ts';
import { check, readContent } from './check.ts';
import { type Facts, fill, fillAll } from './fill.ts';
import { escapeHtml } from '../contract/escape-html.ts';
import { fillHtml } from './html.ts';
import { mailPage } from './mail-layout.ts';
import { plainBlocks } from './plain-text.ts';
import { kinds } from './schemas/kinds.ts';
import { mailFacts, mailFile, mailSchema } from './schemas/mail.ts';
import { type Entry, hasSchema } from './source.ts';
import { tonightLines } from './tonight.ts';

type Fields = z.infer<typeof mailSchema>;

/** Restores braces in links' addresses, which Markdown writes as %7B and %7D. */
const withBraces = (html: string): string => html.replace(/%7B(\w+)%7D/gi, '{$1}');

/** Unwraps the list of orders, which is HTML of its own, from its paragraph. */
const asBlock = (html: string): string => html.replace('<p>{orders}</p>', '{orders}');

const templateOf = ({ file, fields, body }: Entry<Fields>, shop: Facts): MailTemplate => {
  const facts = { ...shop, ...mailFacts(file) };
  const { subject, preview, button } = fillAll(fields, facts);
  const [first = '', ...others] = plainBlocks(body).map((block) => fill(block, facts));
  const action = button === undefined ? [] : [`${button}:\n{link}`];
  const brand = facts['brand'] ?? '';
  return {
    subject,
    replyTo: facts['supportEmail'] ?? '',
    html: mailPage({
      brand: escapeHtml(brand),
      subject: escapeHtml(subject),
      preview: escapeHtml(preview),
      body: asBlock(withBraces(fillHtml(markdownToHtml(body).html, facts))),
      button: button && escapeHtml(button),
      hasCover: 'guide' in mailFacts(file),
    }),
    text: [first, ...action, ...others, `-- \n${brand}`].join('\n\n'),
  };
};

/** An email to the owner. The functions have its words. */
const ownerAlert = (brand: string): MailTemplate => ({
  subject: '{subject}',
  replyTo: '',
  html: mailPage({
    brand: escapeHtml(brand),
    subject: '{subject}',
    preview: '{preview}',
    body: '<p>{lines}</p>',
    button: '{action}',
  }),
  text: '{lines}\n\n{action}:\n{link}',
});

const HAS_ERRORS = 'Some content needs fixing. Run npm run build to see what.';

/**
 * The emails of content/mail and the words of content/orders.md with the shop's facts filled in, and the owner's emails. Throws if content/ has an error, which
 * `npm run build` reports in full.
 */
export const readMails = async (root: string): Promise<ShopMails> => {
  const { entries, shop, facts } = check(await readContent(root));
  const mails = entries.filter((entry) => hasSchema(entry, mailSchema));
  const orders = entries.find((entry) => hasSchema(entry, kinds.orders.schema));
  if (!shop || !facts || !orders) throw new Error(HAS_ERRORS);
  const supportEmail = process.env['PUBLIC_SUPPORT_EMAIL'] || facts['supportEmail'] || '';
  const shopFacts = { ...facts, supportEmail };
  const of = (name: MailName): MailTemplate => {
    const mail = mails.find(({ file }) => file === mailFile(name));
    if (!mail) throw new Error(HAS_ERRORS);
    return templateOf(mail, shopFacts);
  };
  const names = Object.keys(MAIL_PLACEHOLDERS) as MailName[];
  const toParents = Object.fromEntries(names.map((name) => [name, of(name)]));
  const guides = shop.guides
    .map(({ fields }) => fillAll(fields, facts))
    .toSorted((a, b) => a.number - b.number);
  return {
    mails: { ...toParents, ownerAlert: ownerAlert(facts['brand'] ?? '') } as MailTemplates,
    tonight: tonightLines(guides, shop.catalogue.fields.products),
    orders: fillAll(orders.fields, shopFacts) as OrderWords,
    supportEmail,
    refundDays: facts['refundDays'] ?? '',
  };
};
