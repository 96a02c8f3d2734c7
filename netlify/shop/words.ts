import generated from '#generated';
import { hash } from 'node:crypto';
import type { ProductType } from '#contract/catalogue.ts';
import { money } from '#contract/money.ts';
import { numberFrom, numberedText } from '#contract/order-number.ts';
import type { OrderStatus, OrderWords } from '#contract/orders.ts';
import { getEnv } from '../platform/env.ts';
import { catalogue } from './catalogue.ts';

/** `orderNumber` of the contract, but synchronous: Netlify may freeze a function before Web Crypto has a result for its log. */
export const numberOf = (sessionId: string): string =>
  numberFrom(hash('sha256', numberedText(sessionId), 'buffer'));

const DAY_IN_MS = 24 * 3600 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes twenty times as long as using it. */
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...parts });
  formats.set(timeZone, format);
  return format;
};

/** The day of a Unix time in seconds, in the shop's time zone: "2026-11-21". */
export const dayOf = (at: number, timeZone = catalogue.time_zone): string => {
  const parts = formatIn(timeZone).formatToParts(at * 1000);
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
};

/** The day that comes `count` days after another. */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_IN_MS).toISOString().slice(0, 10);

/** "November 22, 2026" of "2026-11-22" */
export const dateOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** "November 24, 2026 at 3:04:05 PM UTC", in the shop's time zone, of a Unix time in seconds. */
export const timeOf = (at: number): string =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: catalogue.time_zone,
  }).format(at * 1000);

/** An address of the shop that names an order by its session, the buyer's key. */
export const addressFor = (path: string, sessionId: string): string =>
  `${getEnv().PUBLIC_SITE_URL}${path}?${new URLSearchParams({ session_id: sessionId })}`;

/** The address of an order's download page. Whoever has it has the files. */
export const downloadLink = (sessionId: string): string => addressFor('/guide-download', sessionId);

/** How long the link to a file works. A download page makes new ones. */
export const LINK_LIFETIME_IN_HOURS = 24;

/** The picture of a product's cover, which emails show. */
export const coverOf = (productType: ProductType): string =>
  `${getEnv().PUBLIC_SITE_URL}/covers/${productType}.png`;

/** In minor units. */
type Amounts = {
  readonly amountInCents: number;
  readonly discountInCents: number;
  readonly taxInCents: number;
  readonly currency: string;
};

/** "$8.99", or "$6.74 (after $2.25 off, including $0.61 tax)". */
export const amountPaid = ({
  amountInCents,
  discountInCents,
  taxInCents,
  currency,
}: Amounts): string => {
  const parts = [
    discountInCents > 0 && `after ${money(discountInCents, currency)} off`,
    taxInCents > 0 && `including ${money(taxInCents, currency)} tax`,
  ].filter(Boolean);
  const paid = money(amountInCents, currency);
  return parts.length > 0 ? `${paid} (${parts.join(', ')})` : paid;
};

/** What buyers read of their orders. */
export const orderWords = (): OrderWords => generated.orders;

/** Why an order's files are not open: "This order is on hold. We’ve closed this order’s files for now. ..." */
export const whyClosed = (status: Exclude<OrderStatus, 'paid'>): string => {
  const { heading, text } = orderWords()[status];
  return `${heading}. ${text}`;
};
