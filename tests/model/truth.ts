import type { DisputeStatus } from '../../netlify/local/stripe/dispute-status.ts';
import { centsOf } from '../catalog.ts';

export const PRICE = centsOf('bundle');

/** The state of a bundle's session at Stripe, even if the shop has not read it yet. */
export const opened = (session: string) => ({
  session,
  payment: 'unpaid' as 'unpaid' | 'pending' | 'failed' | 'paid',
  /** Unix time in seconds. */
  paidAt: 0,
  /** Refunded amounts by refund id, in minor units. A failed refund is 0. */
  refunds: new Map<string, number>(),
  /** Dispute statuses by dispute id. */
  disputes: new Map<string, DisputeStatus>(),
  /** The refunds whose events the shop has acknowledged. */
  reported: new Set<string>(),
});
export type Truth = ReturnType<typeof opened>;

const sumOf = (refunds: readonly [id: string, amount: number][]): number =>
  refunds.reduce((sum, [, amount]) => sum + amount, 0);

/** Whether the order must be closed, since the shop has acknowledged its refunds. */
export const isKnownRefunded = ({ payment, refunds, reported }: Truth): boolean =>
  payment === 'paid' && sumOf([...refunds].filter(([id]) => reported.has(id))) >= PRICE;

/** The statuses that leave the money with the shop. */
const SETTLED: ReadonlySet<DisputeStatus> = new Set(['warning_closed', 'won']);

/** The status that the order must have once the shop has seen every event. */
export const expectedStatus = ({ payment, refunds, disputes }: Truth): string => {
  if (payment !== 'paid') return payment;
  if (sumOf([...refunds]) >= PRICE) return 'refunded';
  return [...disputes.values()].every((status) => SETTLED.has(status)) ? 'paid' : 'disputed';
};
