import { getEntry } from 'astro:content';
import { MAIL_PLACEHOLDERS, type MailName } from '../contract/mail.ts';
import { type Facts, fill } from './fill.ts';
import { plainText } from './html.ts';
import { filled, loadFacts } from './shop.ts';

/**
 * An email of content/mail, filled in with the shop's facts, and with `values` for its own placeholders and its cover.
 * `html` is the part between those that the layout adds; `text` is the whole text part.
 */
export async function loadMail(name: MailName, values: Facts) {
  const [entry, shop] = await Promise.all([getEntry('mails', name), loadFacts()]);
  if (!entry) throw new Error(`content/mail has no file ${name}.md.`);
  const facts = { ...shop, ...values };
  const { data, html } = filled<'mails'>(entry, facts);
  const { subject, preview, button: label } = data;
  const { brand = '', imprint } = shop;
  const { link = '', cover: src = '', guide = '' } = values;
  const [first = '', ...others] = fill(plainText(entry.body ?? ''), facts).split(/\n{2,}/);
  const action = label === undefined ? [] : [`${label}:\n${link}`];
  const own: readonly string[] = MAIL_PLACEHOLDERS[name];
  return {
    brand,
    subject,
    preview,
    button: label === undefined ? undefined : { label, link },
    cover: own.includes('guide') ? { src, guide } : undefined,
    html: html.replace('<p>{orders}</p>', '{orders}'), // a list, which a paragraph may not contain
    text: [first, ...action, ...others, `-- \n${imprint || brand}`].join('\n\n'),
  };
}
