import type { Catalogue } from '#contract/catalogue.ts';
import { MOMENT_KINDS, type OrderMoment } from '#contract/admin-orders.ts';
import { disputesIn } from '../orders/disputes.ts';
import { readDownloads } from '../downloads/count-downloads.ts';
import type { Facts } from '../orders/facts.ts';
import { money } from '../mail/receipt.ts';
import { mailEntries, plainWords } from './receipt-words.ts';

/** `at` is Unix time in seconds; null where the fact has none. */
type HistoryEntry = Readonly<Omit<OrderMoment, 'at'> & { at: number | null }>;

const LEARNED: Readonly<Record<string, string>> = {
  webhook: 'First reported by Stripe’s webhook.',
  return: 'First recorded when the buyer came back from Stripe.',
  reconciler: 'First found by the comparison with Stripe.',
};

const PAYMENTS = {
  pending: 'Waiting for the bank',
  paid: 'Paid',
  failed: 'Payment failed',
} as const;

const isPayment = (state: string): state is keyof typeof PAYMENTS => state in PAYMENTS;

const DISPUTES: Readonly<Record<string, string>> = {
  warning_needs_response: 'Inquiry opened',
  warning_under_review: 'Inquiry under review',
  warning_closed: 'Inquiry closed',
  needs_response: 'Dispute opened',
  under_review: 'Dispute under review',
  won: 'Dispute won',
  appeal_needs_response: 'Dispute appealed',
  appeal_under_review: 'Appeal under review',
  lost: 'Dispute lost',
  prevented: 'Dispute prevented',
};

/** A dispute's status in the owner's words. */
export const disputeWords = (status: string): string =>
  DISPUTES[status] ?? `Dispute: ${plainWords(status)}`;

/** Unix seconds; null where a fact has none. */
const timeFrom = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;

/** The catalogue has the names of files. */
type Context = { readonly catalogue: Catalogue; readonly currency: string };

const fileOf = ({ products }: Catalogue, what: string): string =>
  products.find(({ id }) => id === what)?.file_name ?? what;

/** Entries for the first and the last few times. The last one also has the count. */
const downloadEntries = (fileName: string, value: string): HistoryEntry[] => {
  const { count, first, last } = readDownloads(value);
  const entry = { at: first, kind: 'download', says: `Download: ${fileName}` } as const;
  if (count === 1) return [entry];
  return [entry, { ...entry, at: last, says: `${entry.says}, ${count} times in all` }];
};

/** The entries of one fact; null for a fact that the history leaves out. */
const entryOf = (
  [name, value]: [string, string],
  context: Context,
): HistoryEntry | readonly HistoryEntry[] | null => {
  const [kind, id = '', state = ''] = name.split(':');
  const [first, second] = value.split(' ');
  switch (kind) {
    case 'created':
      return { at: timeFrom(first), kind: 'began', says: 'Checkout started' };
    case 'payment': {
      if (!isPayment(id)) return null;
      const detail = LEARNED[first ?? ''];
      return { at: timeFrom(second), kind: id, says: PAYMENTS[id], detail };
    }
    case 'withdrawn':
      return { at: timeFrom(first), kind, says: 'The buyer withdrew from the purchase' };
    case 'refund': {
      const amount = money(Number(first), context.currency);
      const says =
        state === 'returned'
          ? `Refund of ${amount} failed in Stripe`
          : `Refunded in Stripe: ${amount}`;
      return { at: timeFrom(second), kind: 'refund', says };
    }
    case 'download':
      return downloadEntries(fileOf(context.catalogue, id), value);
    case 'override':
      return state === 'block'
        ? { at: timeFrom(first), kind: 'blocked', says: 'You blocked downloads' }
        : { at: timeFrom(first), kind: 'unblocked', says: 'You allowed downloads' };
    default:
      return null;
  }
};

/** Many facts may name one status of a dispute, which gets one entry. */
const disputeEntries = (facts: Facts): HistoryEntry[] =>
  [...disputesIn(facts).values()].flat().map(({ status, at }) => ({
    at,
    kind: 'dispute',
    says: disputeWords(status),
  }));

const inTime = (a: HistoryEntry, b: HistoryEntry): number =>
  (a.at ?? Infinity) - (b.at ?? Infinity) ||
  MOMENT_KINDS.indexOf(a.kind) - MOMENT_KINDS.indexOf(b.kind);

/** The moment nearest to an event of Stripe's, among those that its type is about. An event names no moment itself. */
const momentOf = (type: string, at: number, moments: readonly HistoryEntry[]) => {
  const [word] = /checkout|refund|dispute/.exec(type) ?? [];
  const distance = (moment: HistoryEntry): number => Math.abs((moment.at ?? 0) - at);
  return moments
    .filter(({ kind }) => (word === 'checkout' ? isPayment(kind) : kind === word))
    .toSorted((a, b) => distance(a) - distance(b))[0];
};

/** The history of an order, oldest first. Entries without a time come last. */
export const historyOf = (facts: Facts, context: Context): HistoryEntry[] => {
  // Redis returns facts in no fixed order.
  const sorted = Object.entries(facts).toSorted(([, a], [, b]) => a.localeCompare(b));
  const moments = sorted
    .flatMap((fact) => entryOf(fact, context) ?? [])
    .concat(disputeEntries(facts), mailEntries(facts));
  const details = new Map(moments.map((moment) => [moment, new Set([moment.detail ?? ''])]));
  for (const [name, value] of sorted) {
    const [type = '', at] = value.split(' ');
    if (!name.startsWith('event:')) continue;
    const alone = { at: timeFrom(at), kind: 'event', says: 'Update from Stripe' } as const;
    const moment = momentOf(type, Number(at), moments) ?? alone;
    details.set(moment, new Set(details.get(moment)).add(`Event: ${type}.`));
  }
  return Array.from(details, ([{ at, kind, says }, words]) => {
    return { at, kind, says, detail: [...words].join(' ').trim() || undefined };
  }).sort(inTime);
};
