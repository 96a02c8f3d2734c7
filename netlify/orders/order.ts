import generated from '#generated';
import * as z from 'zod/mini';
import type { OrderStatus, PublicOrder } from '#contract/orders.ts';
import { type Sale, saleSchema } from '../stripe/session.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { now } from '../platform/clock.ts';
import { catalog, productName } from '../shop/catalog.ts';
import { dayOf, daysAfter } from '../shop/dates.ts';

const time = z.int();

/** The owner's decision about an order's downloads, and when. */
const accessSchema = z.object({ is: z.enum(['open', 'blocked']), at: time });

/** The outcome of an email. */
const outcomeSchema = z.object({
  /** 'unknown': its fate was unknown for too long to try again. */
  is: z.enum(['sent', 'refused', 'unknown']),
  at: time,
  /** The email's id at Resend, or the reason. */
  detail: z.string(),
});
export type EmailOutcome = z.infer<typeof outcomeSchema>;

/** A copy of the receipt that the owner sent. */
const copySchema = z.extend(outcomeSchema, {
  /** Whether it went to the address that Stripe has. */
  isOwn: z.boolean(),
});

const fetchedSchema = z.object({ times: z.int(), lastAt: time });

/** The shop's notes on an order. Times are Unix seconds. */
export type Notes = {
  readonly access: z.infer<typeof accessSchema> | null;
  /** When the buyer withdrew. */
  readonly withdrawnAt: number | null;
  readonly receipt: EmailOutcome | null;
  /** By their numbers, from 1 on. */
  readonly copies: readonly (z.infer<typeof copySchema> & { readonly number: number })[];
  /** By product id, how often and when last its file was fetched. */
  readonly fetched: Readonly<Record<string, z.infer<typeof fetchedSchema>>>;
  readonly isForgotten: boolean;
};

export type Order = Readonly<Sale & Notes & { sessionId: string }>;

export const NO_NOTES: Notes = {
  access: null,
  withdrawnAt: null,
  receipt: null,
  copies: [],
  fetched: {},
  isForgotten: false,
};

type Fields = Readonly<Record<string, string>>;

const read = <T>(schema: z.ZodMiniType<T>, text: string | undefined): T | null =>
  text === undefined ? null : schema.parse(JSON.parse(text));

/** The fields whose names begin with `beginning`, by the rest of their names. */
const readEach = <T>(schema: z.ZodMiniType<T>, fields: Fields, beginning: string): [string, T][] =>
  Object.entries(fields).flatMap(([name, text]) =>
    name.startsWith(beginning)
      ? [[name.slice(beginning.length), schema.parse(JSON.parse(text))]]
      : [],
  );

/** The notes in the fields of an order's hash; store.ts lists them. */
export const notesFrom = (fields: Fields): Notes => ({
  access: read(accessSchema, fields['access']),
  withdrawnAt: read(time, fields['withdrawn']),
  receipt: read(outcomeSchema, fields['receipt']),
  copies: readEach(copySchema, fields, 'copy:')
    .map(([number, copy]) => Object.assign(copy, { number: Number(number) }))
    .sort((a, b) => a.number - b.number),
  fetched: Object.fromEntries(readEach(fetchedSchema, fields, 'fetched:')),
  isForgotten: 'forgotten' in fields,
});

/** The stored sale; null if there is none. Throws on one that this shop did not write. */
export const saleFrom = (text: string | undefined): Sale | null => read(saleSchema, text);

/** A refund that failed or was canceled gave no money back, even if it had "succeeded" before. */
const FAILED: ReadonlySet<string> = new Set(['failed', 'canceled']);

const givenIn = ({ refunds }: Pick<Sale, 'refunds'>) =>
  refunds.filter(({ status, amountInCents }) => !FAILED.has(status) && amountInCents > 0);

/** The amount that was refunded, in minor units. */
export const refundedAmount = (sale: Pick<Sale, 'refunds'>): number =>
  givenIn(sale).reduce((sum, { amountInCents }) => sum + amountInCents, 0);

/** An inquiry closes the order too, from its opening on. A status that is missing here counts as lost. */
const SETTLED: ReadonlySet<string> = new Set(['won', 'warning_closed']);

const openDisputesIn = ({ disputes }: Pick<Sale, 'disputes'>) =>
  disputes.filter(({ status }) => !SETTLED.has(status));

/**
 * The status that follows from what Stripe says and the owner has decided. A partial refund keeps access. Opening an
 * order ignores the refunds and disputes that were created before.
 */
export const statusOf = (
  order: Pick<Order, 'payment' | 'refunds' | 'disputes' | 'amountInCents' | 'access'>,
): OrderStatus => {
  const { payment, access, amountInCents } = order;
  if (payment !== 'paid') return payment;
  if (access?.is === 'blocked') return 'blocked';
  const openedAt = access?.at ?? 0;
  const isLater = ({ createdAt }: { createdAt: number }): boolean => createdAt >= openedAt;
  if (refundedAmount(order) >= amountInCents && givenIn(order).some(isLater)) return 'refunded';
  return openDisputesIn(order).some(isLater) ? 'disputed' : 'paid';
};

/** The note of the owner's decision at a Unix time in seconds. An opening is later than all that closes the order now. */
export const accessNote = (
  { refunds, disputes }: Sale,
  is: 'open' | 'blocked',
  at: number,
): NonNullable<Notes['access']> => {
  const closings = [...refunds, ...disputes].map(({ createdAt }) => createdAt + 1);
  return { is, at: is === 'open' ? Math.max(at, ...closings) : at };
};

/** The amount of an order that Stripe can still refund, in minor units. */
export const unrefundedIn = ({ payment, paymentId, amountInCents, ...sale }: Sale): number =>
  payment === 'paid' && paymentId !== null ? Math.max(0, amountInCents - refundedAmount(sale)) : 0;

/** How many days after the payment a buyer can withdraw: the shop's refund window. */
export const withdrawalDays = (): number => Number(generated.refundDays);

/** The last day on which the buyer can withdraw from an order, as in "2026-12-08"; null if they can't. */
export const withdrawableUntil = (order: Order): string | null => {
  const { paidAt, withdrawnAt } = order;
  if (!catalog.checkout?.withdrawal || paidAt === null || withdrawnAt !== null) return null;
  if (statusOf(order) !== 'paid' || unrefundedIn(order) === 0) return null;
  const last = daysAfter(dayOf(paidAt), withdrawalDays());
  return dayOf(now()) <= last ? last : null;
};

/** The days that the owner has to refund a withdrawn order, from the withdrawal on. */
const REFUND_DAYS = 14;

/** The last day to refund a withdrawn order, as in "2026-12-08"; null if no money is due. */
export const refundDueOn = (order: Order): string | null =>
  order.withdrawnAt === null || unrefundedIn(order) === 0
    ? null
    : daysAfter(dayOf(order.withdrawnAt), REFUND_DAYS);

/** Whether the buyer gets email about the order. Stripe may have no address, and a forgotten buyer has none. */
export const hasEmail = ({ buyer }: Pick<Sale, 'buyer'>): boolean => sendsMail() && buyer !== null;

/** When it was paid, or else when its checkout began: the time by which orders are listed and counted. */
export const timeOfSale = ({ paidAt, createdAt }: Pick<Sale, 'paidAt' | 'createdAt'>): number =>
  paidAt ?? createdAt;

export const serializeOrder = (order: Order): PublicOrder => ({
  stripe_session_id: order.sessionId,
  status: statusOf(order),
  amount: order.amountInCents,
  currency: order.currency.toUpperCase(),
  product_type: order.productType,
  guide_name: productName(order.productType),
  created_at: new Date(order.createdAt * 1000).toISOString(),
});
