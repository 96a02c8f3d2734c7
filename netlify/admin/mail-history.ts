import type { Facts } from '../orders/facts.ts';
import {
  type Receipt,
  type Noted,
  meansLost,
  otherEvents,
  receiptsIn,
} from '../mail/receipt-facts.ts';
import { plainWords } from './receipt-words.ts';

const SAYS: Readonly<Record<Noted['is'], string>> = {
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
const HAVE_REASONS: ReadonlySet<Noted['is']> = new Set(['refused', 'failed', 'bounced'] as const);

const entryOf = (what: string, { is, at, detail }: Noted) => {
  const reason = is === 'bounced' ? detail.replace(' ', ', ') : detail;
  const why = HAVE_REASONS.has(is) ? ` (${plainWords(reason)})` : '';
  const kind = meansLost(is) || is === 'complained' ? ('mail-lost' as const) : ('mail' as const);
  return { at, kind, says: `${what} ${SAYS[is]}${why}` };
};

const entriesOf = ({ copy, isOwn, end, events }: Receipt) => {
  const again = isOwn ? 'Receipt copy' : 'Receipt copy to another address';
  return [...(end ? [end] : []), ...events].map((one) =>
    entryOf(copy === 0 ? 'Receipt' : again, one),
  );
};

/** What became of an order's mails, in no order. */
export const mailEntries = (facts: Facts) => [
  ...receiptsIn(facts).flatMap(entriesOf),
  ...otherEvents(facts).map((one) => entryOf('Another email', one)),
];
