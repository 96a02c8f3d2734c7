import type { Facts } from '../orders/facts.ts';
import {
  type Receipt,
  type Told,
  meansLost,
  otherNews,
  receiptsIn,
} from '../mail/receipt-facts.ts';
import { plainWords } from './receipt-words.ts';

const SAYS: Readonly<Record<Told['is'], string>> = {
  sent: 'emailed',
  refused: 'refused by the email service',
  unsure: 'perhaps emailed: the email service gave no answer',
  delayed: 'delayed by the mail server',
  delivered: 'delivered',
  failed: 'not sent by the email service',
  suppressed: 'not sent, since the email service sends nothing to this address any more',
  bounced: 'bounced',
  complained: 'reported as spam by its reader',
};

/** Their detail says why; that of others is an id, or nothing. */
const HAVE_REASONS: ReadonlySet<Told['is']> = new Set(['refused', 'failed', 'bounced'] as const);

const entryOf = (what: string, { is, at, detail }: Told) => {
  const reason = is === 'bounced' ? detail.replace(' ', ', ') : detail;
  const why = HAVE_REASONS.has(is) ? ` (${plainWords(reason)})` : '';
  const kind = meansLost(is) || is === 'complained' ? ('mail-lost' as const) : ('mail' as const);
  return { at, kind, says: `${what} ${SAYS[is]}${why}` };
};

const entriesOf = ({ copy, isOwn, end, news }: Receipt) => {
  const again = isOwn ? 'Receipt copy' : 'Receipt copy to another address';
  return [...(end ? [end] : []), ...news].map((one) =>
    entryOf(copy === 0 ? 'Receipt' : again, one),
  );
};

/** What became of an order's mails, in no order. */
export const mailEntries = (facts: Facts) => [
  ...receiptsIn(facts).flatMap(entriesOf),
  ...otherNews(facts).map((one) => entryOf('Another email', one)),
];
