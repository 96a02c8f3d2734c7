import type { Catalogue } from '#contract/catalogue.ts';
import type { OrderMoment } from '#contract/admin-orders.ts';
import { disputesIn } from '../orders/disputes.ts';
import { readDownloads } from '../downloads/download-facts.ts';
import type { Facts } from '../orders/facts.ts';
import { mailEntries } from './mail-history.ts';

type HistoryEntry = {
  /** Unix time in seconds; null where it was not asked. */
  readonly at: number | null;
  readonly kind: OrderMoment['kind'];
  readonly says: string;
};

const LEARNED: Readonly<Record<string, string>> = {
  webhook: 'the webhook told first',
  return: 'the buyer came back first',
  reconciler: 'the reconciler found it',
};

const PAYMENTS = {
  pending: 'Waiting for the bank',
  paid: 'Paid',
  failed: 'Payment failed',
} as const;

const isPayment = (state: string): state is keyof typeof PAYMENTS => state in PAYMENTS;

const DISPUTES: Readonly<Record<string, string>> = {
  warning_needs_response: 'The bank asks about the payment',
  warning_under_review: 'The bank reviews the answer',
  warning_closed: 'The bank has no more questions',
  needs_response: 'Dispute opened',
  under_review: 'Dispute under review',
  won: 'Dispute won',
  appeal_needs_response: 'Dispute appealed',
  appeal_under_review: 'Appeal under review',
  lost: 'Dispute lost',
  prevented: 'Settled by the bank before it was a dispute',
};

const plainWords = (word: string): string => word.replaceAll('_', ' ');

/** Seconds, where a fact has them. */
const timeFrom = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;

/** What is told of any fact: the catalogue, for names of files, and the order's currency. */
type Telling = { readonly catalogue: Catalogue; readonly currency: string };

const money = (amountInCents: string | undefined, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    Number(amountInCents) / 100,
  );

const fileOf = ({ products }: Catalogue, what: string): string =>
  products.find(({ id }) => id === what)?.file_name ?? what;

/** The first time, the last few, and with the last one how many there were in all. */
const downloadEntries = (fileName: string, value: string): HistoryEntry[] => {
  const { count, first, recent } = readDownloads(value);
  const times = count > recent.length ? [first, ...recent] : recent;
  return times.map((at, index) => {
    const isLast = index === times.length - 1;
    const says = `Downloaded ${fileName}${isLast && count > 1 ? `, ${count} times in all` : ''}`;
    return { at, kind: 'download', says };
  });
};

/** One fact in a few words; null for what is not told. */
const entryOf = (
  [name, value]: [string, string],
  telling: Telling,
): HistoryEntry | readonly HistoryEntry[] | null => {
  const [kind, id = '', state = ''] = name.split(':');
  const [first, second] = value.split(' ');
  switch (kind) {
    case 'created':
      return { at: timeFrom(first), kind: 'began', says: 'Checkout began' };
    case 'payment': {
      if (!isPayment(id)) return null;
      const says = `${PAYMENTS[id]}; ${LEARNED[first ?? ''] ?? ''}`;
      return { at: timeFrom(second), kind: id, says };
    }
    case 'refund': {
      const amount = money(first, telling.currency);
      const says = state === 'returned' ? `Refund of ${amount} came back` : `Refund of ${amount}`;
      return { at: timeFrom(second), kind: 'refund', says };
    }
    case 'warning': {
      const says = `Early fraud warning: ${plainWords(first ?? '')}`;
      return { at: timeFrom(second), kind: 'warning', says };
    }
    case 'event':
      return { at: timeFrom(second), kind: 'event', says: `Stripe told: ${first}` };
    case 'download':
      return downloadEntries(fileOf(telling.catalogue, id), value);
    case 'override':
      return state === 'block'
        ? { at: timeFrom(first), kind: 'blocked', says: 'Blocked by hand' }
        : { at: timeFrom(first), kind: 'unblocked', says: 'Opened by hand' };
    default:
      return null;
  }
};

/** A status is known by many facts, and told once. */
const disputeEntries = (facts: Facts): HistoryEntry[] =>
  [...disputesIn(facts).values()].flat().map(({ status, at }) => ({
    at,
    kind: 'dispute',
    says: DISPUTES[status] ?? `Dispute: ${plainWords(status)}`,
  }));

/** What comes first of what happened in the same second. */
const ORDER: readonly HistoryEntry['kind'][] = [
  'began',
  'pending',
  'failed',
  'paid',
  'refund',
  'dispute',
  'warning',
  'event',
  'mail',
  'mail-lost',
  'download',
  'blocked',
  'unblocked',
];

/** What became of an order, oldest first; what has no time comes last. */
export const historyOf = (facts: Facts, telling: Telling): HistoryEntry[] =>
  Object.entries(facts)
    // Redis tells the facts of an order in no order of theirs.
    .toSorted(([, a], [, b]) => a.localeCompare(b))
    .flatMap((fact) => entryOf(fact, telling) ?? [])
    .concat(disputeEntries(facts), mailEntries(facts))
    .sort(
      (a, b) =>
        (a.at ?? Infinity) - (b.at ?? Infinity) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
    );
