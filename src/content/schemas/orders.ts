import { z } from 'astro/zod';
import { kind } from '../kind.ts';
import { heading, sentences } from './fields.ts';

/** The words of a state, and the sentence that follows them. */
const words = z.strictObject({
  text: sentences('Banks can take a few days.'),
  /** Follows the text if the shop sends email. Default: nothing. */
  withMail: sentences('We’ll email your link when it clears.').optional(),
  /** Follows the text if it sends none. Default: nothing. */
  withoutMail: sentences('Save the link to this page.').optional(),
});

const state = z.strictObject({
  /** At most 60 characters. Emails write it as a sentence, with a period. */
  heading: heading('Your payment is on its way'),
  ...words.shape,
});

/** What buyers read of their orders, in each state. Pages and emails have the same words. */
export const orders = kind(
  'content/orders.md',
  {},
  z.strictObject({
    /** Paid, on the page after the payment. */
    paid: state,
    /** Paid, above the files on the download page. */
    ready: words,
    /** The bank has not confirmed the payment yet, as with a bank debit. */
    pending: state,
    /** The bank declined the payment. */
    failed: state,
    /** All of the money went back. */
    refunded: state,
    /** The buyer's bank disputes the payment. */
    disputed: state,
    /** You blocked the order on /admin-orders, where it is "On hold". */
    blocked: state,
    /** The page after the payment finds no order. */
    notSeen: state,
    /** The link was cut off, so the order cannot be found. */
    brokenLink: state,
  }),
);
