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
  sent: 'sent',
  refused: 'refused by the mail service',
  unsure: 'perhaps sent, since the mail service gave no answer',
  delayed: 'delayed by the mail server',
  delivered: 'delivered',
  failed: 'not sent by the mail service',
  suppressed: 'not sent, since the mail service sends nothing to this address any more',
  bounced: 'sent back by the mail server',
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
  const sent = isOwn ? 'Receipt again' : 'Receipt to another address:';
  const told = isOwn ? 'Receipt, sent again,' : 'Receipt, sent to another address,';
  return [
    ...(end ? [entryOf(copy === 0 ? 'Receipt' : sent, end)] : []),
    ...news.map((one) => entryOf(copy === 0 ? 'Receipt' : told, one)),
  ];
};

/** What became of an order's mails, in no order. */
export const mailEntries = (facts: Facts) => [
  ...receiptsIn(facts).flatMap(entriesOf),
  ...otherNews(facts).map((one) => entryOf('Another mail', one)),
];
