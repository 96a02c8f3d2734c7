import type { APIRoute } from 'astro';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { unfilled } from '../../content/fill.ts';
import { loadFacts, loadFirstEvenings, loadMail, loadOne } from '../../content/shop.ts';
import {
  MAIL_NAMES,
  MAIL_PLACEHOLDERS,
  type MailName,
  type ShopMails,
} from '../../contract/mail.ts';
import Mail from '../../layouts/Mail.astro';

/** The template for alerts to the owner. Functions fill in the text. */
const ALERT = {
  subject: '{subject}',
  preview: '{preview}',
  html: '<p>{lines}</p>',
  button: { label: '{action}', link: '{link}' },
};

/**
 * The parts of content/ that functions need. netlify/build removes this file from the built site.
 * Astro's container renders the emails, because it adds no policy and no script.
 */
export const GET: APIRoute = async () => {
  const container = await AstroContainer.create();
  const render = (props: Parameters<typeof Mail>[0]) =>
    container.renderToString(Mail, { props, partial: false });
  const { brand = '', supportEmail = '', refundDays = '' } = await loadFacts();
  const templateOf = async (name: MailName) => {
    const mail = await loadMail(name, unfilled([...MAIL_PLACEHOLDERS[name], 'cover']));
    const { subject, text } = mail;
    return [name, { subject, replyTo: supportEmail, html: await render(mail), text }] as const;
  };
  const alert = {
    subject: ALERT.subject,
    replyTo: '',
    html: await render({ brand, ...ALERT }),
    text: '{lines}\n\n{action}:\n{link}',
  };
  const templates = await Promise.all(MAIL_NAMES.map(templateOf));
  const { data: orders } = await loadOne('orders');
  return Response.json({
    mails: { ...(Object.fromEntries(templates) as ShopMails['mails']), 'owner-alert': alert },
    tonight: await loadFirstEvenings(),
    orders,
    supportEmail,
    refundDays,
  } satisfies ShopMails);
};
