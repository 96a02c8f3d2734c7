import {
  MAIL_PLACEHOLDERS,
  type MailName,
  type MailTemplate,
  type ShopMails,
} from '../../src/contract/mail.ts';

const templateOf = (subject: string, names: readonly string[]): MailTemplate => ({
  subject,
  replyTo: 'help@shop.example',
  html: `<img src="{cover}" alt="{guide}">${names.map((name) => `<p>{${name}}</p>`).join('')}`,
  text: names.map((name) => `{${name}}`).join('\n\n'),
});

const stateOf = (name: string) => ({ heading: `It is ${name}`, text: `Words of ${name}.` });

/** Plain email templates, so that an edit in content/ breaks no test of a function. */
export const PLAIN_MAILS = {
  mails: {
    receipt: templateOf('Receipt: {guide}', MAIL_PLACEHOLDERS.receipt),
    'files-ready': templateOf('Ready: {guide}', MAIL_PLACEHOLDERS['files-ready']),
    'order-closed': templateOf('Order: {guide}', MAIL_PLACEHOLDERS['order-closed']),
    withdrawal: templateOf('Withdrawn: {guide}', MAIL_PLACEHOLDERS.withdrawal),
    'find-purchase': {
      ...templateOf('Found', []),
      html: '{orders}<p>{withLinks} Each link opens its files again.</p>',
      text: '{orders}\n\n{withLinks} Each link opens its files again.',
    },
    'new-edition': templateOf('Edition: {guide}', MAIL_PLACEHOLDERS['new-edition']),
    'owner-alert': templateOf('{subject}', ['lines', 'action', 'link']),
  },
  tonight: {
    bundle: { text: 'Tonight: “Two jars.”', next: null },
    individual_guide_6_10: {
      text: 'Tonight: “A <jar>.”',
      next: { age: 11, title: 'Coins & <notes>', href: '/guide-2' },
    },
  },
  orders: {
    paid: stateOf('paid'),
    ready: { text: 'Words of ready.', withMail: 'We emailed you.', withoutMail: 'Save it.' },
    preparing: {
      ...stateOf('in preparation'),
      withMail: 'We write then.',
      withoutMail: 'Open it again.',
    },
    unavailable: stateOf('unavailable'),
    withdrawn: stateOf('withdrawn'),
    pending: { ...stateOf('pending'), withMail: 'We write.', withoutMail: 'We don’t write.' },
    failed: stateOf('failed'),
    unmatched: stateOf('unmatched'),
    refunded: stateOf('refunded'),
    disputed: stateOf('disputed'),
    blocked: stateOf('blocked'),
    delayed: { text: 'Words of delayed.' },
    notSeen: stateOf('not seen'),
    brokenLink: {
      heading: 'Access denied',
      text: 'This link is incomplete. Open the whole link, or find your purchase.',
    },
  },
  supportEmail: 'help@shop.example',
  refundDays: '14',
} satisfies ShopMails;

export const subjectOf = (mail: MailName, guide = ''): string =>
  PLAIN_MAILS.mails[mail].subject.replace('{guide}', guide);
