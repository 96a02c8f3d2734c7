import type { Catalogue } from '#contract/catalogue.ts';
import type { OrderMoment } from '#contract/admin-orders.ts';
import { archiveName } from '../downloads/archive.ts';
import { disputesIn } from '../orders/disputes.ts';
import { readDownloads } from '../downloads/download-facts.ts';
import type { Facts } from '../orders/facts.ts';
import { mailEntries } from './mail-history.ts';

type HistoryEntry = {
  /** Unix time in seconds; null where it was not asked. */
  readonly at: number | null;
  readonly kind: OrderMoment['kind'];
  readonly says: string;
  /** How the shop learned of it, for who looks closer. */
  readonly detail?: string | undefined;
};

const LEARNED: Readonly<Record<string, string>> = {
  webhook: 'Stripe’s webhook told the shop first.',
  return: 'The shop learned it as the buyer came back from Stripe.',
  reconciler: 'The shop learned it by its comparison with Stripe.',
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

const fileOf = (catalogue: Catalogue, what: string): string => {
  const product = catalogue.products.find(({ id }) => id === what.replace(/\.zip$/, ''));
  if (!product) return what;
  return what.endsWith('.zip') ? archiveName(product) : product.file_name;
};

/** The first time, the last few, and with the last one how many there were in all. */
const downloadEntries = (fileName: string, value: string): HistoryEntry[] => {
  const { count, first, recent } = readDownloads(value);
  const times = count > recent.length ? [first, ...recent] : recent;
  return times.map((at, index) => {
    const isLast = index === times.length - 1;
    const says = `Download: ${fileName}${isLast && count > 1 ? `, ${count} times in all` : ''}`;
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
      return { at: timeFrom(first), kind: 'began', says: 'Checkout started' };
    case 'payment': {
      if (!isPayment(id)) return null;
      const detail = LEARNED[first ?? ''];
      return { at: timeFrom(second), kind: id, says: PAYMENTS[id], detail };
    }
    case 'refund': {
      const amount = money(first, telling.currency);
      const says =
        state === 'returned'
          ? `Refund of ${amount} failed in Stripe`
          : `Refunded in Stripe: ${amount}`;
      return { at: timeFrom(second), kind: 'refund', says };
    }
    case 'warning': {
      const says = `Early fraud warning: ${plainWords(first ?? '')}`;
      return { at: timeFrom(second), kind: 'warning', says };
    }
    case 'download':
      return downloadEntries(fileOf(telling.catalogue, id), value);
    case 'override':
      return state === 'block'
        ? { at: timeFrom(first), kind: 'blocked', says: 'You blocked the downloads' }
        : { at: timeFrom(first), kind: 'unblocked', says: 'You opened the downloads' };
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

const inTime = (a: HistoryEntry, b: HistoryEntry): number =>
  (a.at ?? Infinity) - (b.at ?? Infinity) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);

/** What an event of Stripe's tells of, by the beginning of its name. */
const TELLS_OF: readonly (readonly [string, readonly HistoryEntry['kind'][]])[] = [
  ['checkout.session.', ['pending', 'paid', 'failed']],
  ['charge.refunded', ['refund']],
  ['refund.', ['refund']],
  ['charge.dispute.', ['dispute']],
  ['radar.', ['warning']],
];

type StripeEvent = { readonly type: string; readonly at: number | null };

const eventsIn = (facts: Facts): StripeEvent[] =>
  Object.entries(facts)
    .filter(([name]) => name.startsWith('event:'))
    .map(([, value]) => value.split(' '))
    .map(([type = '', at]) => ({ type, at: timeFrom(at) }))
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0) || a.type.localeCompare(b.type));

/** Of what an event may tell of, what is nearest in time: it says nothing more. */
const momentOf = ({ type, at }: StripeEvent, moments: readonly HistoryEntry[]) => {
  const [, kinds] = TELLS_OF.find(([beginning]) => type.startsWith(beginning)) ?? [];
  const distance = (moment: HistoryEntry): number => Math.abs((moment.at ?? 0) - (at ?? 0));
  return moments
    .filter(({ kind }) => kinds?.includes(kind))
    .toSorted((a, b) => distance(a) - distance(b))[0];
};

const detailed = (moment: HistoryEntry, types: readonly string[]): HistoryEntry => {
  if (types.length === 0) return moment;
  const names = [...new Set(types)].join(', ');
  return { ...moment, detail: `${moment.detail ?? ''} Event: ${names}`.trim() };
};

/** What became of an order, oldest first; what has no time comes last. */
export const historyOf = (facts: Facts, telling: Telling): HistoryEntry[] => {
  const moments = Object.entries(facts)
    // Redis tells the facts of an order in no order of theirs.
    .toSorted(([, a], [, b]) => a.localeCompare(b))
    .flatMap((fact) => entryOf(fact, telling) ?? [])
    .concat(disputeEntries(facts), mailEntries(facts));
  const typesOf = new Map<HistoryEntry, string[]>();
  for (const event of eventsIn(facts)) {
    const alone = { at: event.at, kind: 'event', says: 'Update from Stripe' } as const;
    const moment = momentOf(event, moments) ?? alone;
    typesOf.set(moment, [...(typesOf.get(moment) ?? []), event.type]);
  }
  return [...new Set([...moments, ...typesOf.keys()])]
    .map((moment) => detailed(moment, typesOf.get(moment) ?? []))
    .sort(inTime);
};
