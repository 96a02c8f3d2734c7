import { z } from 'astro/zod';
import { count, day, heading, matching, sampleMark, sentences, text, upTo } from './fields.ts';

/** The text about an order, and a sentence that depends on whether the shop sends email. */
const words = z.strictObject({
  text: sentences('Your bank may take a few days.'),
  /** Follows the text if the shop sends email. Default: nothing. */
  withMail: sentences('When the payment clears, we’ll email you the link.').optional(),
  /** Follows the text if the shop sends no email. Default: nothing. */
  withoutMail: sentences('Save the link to this page.').optional(),
});

const state = z.strictObject({
  /** At most 60 characters. Emails add a period to it. */
  heading: heading('Your payment is on its way'),
  ...words.shape,
});

export const siteSchema = z.strictObject({
  /** The shop's name, in the header and in every page title. */
  brand: upTo(30, 'Money-Smart Kids'),
  /** The email address that buyers write to. The setting PUBLIC_SUPPORT_EMAIL overrides it. */
  supportEmail: z.email({ error: 'Write an email address, such as support@example.com.' }),
  /**
   * The seller's legal name, shown at the end of every page and email and on the legal pages.
   * Default: none.
   */
  legalName: upTo(80, 'Maple Street Media LLC').optional(),
  /** The seller's postal address, on one line. Default: none. */
  postalAddress: upTo(160, '12 Elm St, Portland, OR 97201, USA').optional(),
  /** How soon you reply, shown below the support address on every page. Default: none. */
  replyTime: sentences('We reply within two business days.').optional(),
  /** What content/share.png shows, for people who can't see it. Default: the brand. */
  shareAlt: upTo(120, 'A row of plants in a window box').optional(),
  /**
   * A newsletter that another service sends. Free lessons and articles link to its sign-up page.
   * Default: none.
   */
  newsletter: z
    .strictObject({
      text: sentences('One money conversation a month, by email.'),
      /** The text of the link. */
      link: heading('Get the newsletter'),
      /** The page on which a parent signs up. */
      to: z.url({
        protocol: /^https$/,
        error: 'Write a full address, such as https://example.com/newsletter.',
      }),
    })
    .optional(),
  /** A temporary sentence above every public page. Default: none. */
  notice: z
    .strictObject({
      text: upTo(160, 'All guides are 25% off until Sunday, with the code SPRING.'),
      /** A link after the text. Default: none. */
      link: z
        .strictObject({
          text: heading('See the guides'),
          to: text('Write a page of the shop, such as /#guides, or a full address.'),
        })
        .optional(),
      /** The last day on which the notice is shown, in the time zone from catalog.json. */
      until: day,
    })
    .optional(),
  /** How many days after the purchase a parent can still get a refund. */
  refundWindowDays: count('Write a number of days, such as 14.', 365),
  /** The one figure that the shop quotes. */
  claim: z.strictObject({
    /** The percentage of adults. */
    percent: count('Write a whole number from 1 to 99, such as 88.', 99),
    /** What those adults say. Follows the figure. */
    text: upTo(120, 'of adults wish they had learned more.'),
    /** The figure's source, shown below it. Default: none. */
    source: upTo(120, 'Survey of 1,000 adults, 2025').optional(),
  }),
});

/** A question on the FAQ page. The answer is below the fields. */
export const questionSchema = z.strictObject({
  question: upTo(120, 'Which guide fits my child?'),
});

export const creatorSchema = z.strictObject({
  /** The planner's name. */
  name: upTo(60, 'Jordan Avery'),
  /** The planner's profession. */
  role: upTo(60, 'Certified Financial Planner'),
  /** Two sentences about the planner, shown below the name. Default: none. */
  about: upTo(240, 'Jordan has helped families plan since 2009.').optional(),
  /** The public page of the planner's license. Default: none. */
  license: z.url({ error: 'Write a full address, such as https://www.cfp.net/…' }).optional(),
  /** true while the name and the text are made up. Default: false. */
  sample: sampleMark,
});

/** The quote is below the fields. */
export const testimonialSchema = z.strictObject({
  /** The parent's name. */
  name: upTo(60, 'Priya N.'),
  /** A few words about the parent. */
  detail: upTo(60, 'mother of two, 7 and 9'),
  /** true while the parent is made up. Default: false. */
  sample: sampleMark,
});

export const logoSchema = z.strictObject({
  /** The name, as the organization itself spells it. */
  name: upTo(60, 'Maple Street Library'),
  /** Its logo: a picture in the same folder. */
  mark: matching(
    /^[\w-]+\.(svg|png|jpe?g|webp)$/,
    'Write the name of a picture in content/logos, such as library.svg.',
  ),
  /** true while the organization is made up. Default: false. */
  sample: sampleMark,
});

/** What buyers read about an order in each state, on pages and in emails. */
export const ordersSchema = z.strictObject({
  /** Paid, on the page after the payment. */
  paid: state,
  /** Paid, above the files on the download page. */
  ready: words,
  /** Paid, but you have not uploaded the file yet. You get an email if OWNER_EMAIL is set. */
  preparing: state,
  /** Paid, but none of its products is active anymore (`is_active` in catalog.json). */
  unavailable: state,
  /**
   * Paid, but the buyer has withdrawn from the purchase. The files stay available until the refund.
   */
  withdrawn: state,
  /** The bank has not confirmed the payment yet, as with a bank debit. */
  pending: state,
  /** The bank declined the payment. */
  failed: state,
  /** The amount paid differs from the price. You can allow the downloads on /admin-orders. */
  unmatched: state,
  /** The payment was refunded in full. */
  refunded: state,
  /** The buyer's bank disputes the payment. */
  disputed: state,
  /** You blocked the order on /admin-orders, where it is "On hold". */
  blocked: state,
  /** The shop or the connection has failed or is slow, and the page keeps checking. */
  delayed: words,
  /** The page after the payment cannot find or verify the order. */
  notSeen: state,
  /** The link was cut off, so the order cannot be found. */
  brokenLink: state,
});

/**
 * The emails to parents. The text is below the fields. The button comes after the first
 * paragraph.
 */
export const mailSchema = z.strictObject({
  /** The subject line. */
  subject: upTo(120, 'Your guide from {brand}'),
  /** What the inbox shows next to the subject. */
  preview: upTo(140, 'Here is your download.'),
  /** The text on the button, at most 60 characters. Default: no button. */
  button: heading('Open your download page').optional(),
});
