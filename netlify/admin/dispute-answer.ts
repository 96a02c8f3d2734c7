import type Stripe from 'stripe';
import type { DisputeResponse } from '#contract/admin-orders.ts';
import { isRefusal, stripeClient } from '../clients/stripe.ts';
import { isoTime, now } from '../clock.ts';
import { getEnv } from '../env.ts';
import { Problem } from '../http/problem.ts';
import { isAnswerable, toDispute } from '../orders/disputes.ts';
import { fulfil } from '../orders/fulfil.ts';
import type { Order } from '../orders/orders.ts';
import { findSession } from '../orders/stripe-sessions.ts';
import { evidenceFor, reasonWords } from './dispute-evidence.ts';
import type { StoredOrder } from './order-queries.ts';

const NONE =
  'The bank isn’t waiting for evidence about this order. Perhaps it was sent already. An appeal is answered in Stripe’s dashboard.';
const REFUSED =
  'Stripe didn’t take this evidence. Perhaps the bank’s last day has passed, or an answer was already sent in Stripe’s dashboard. Open the payment in Stripe to see.';

/** The dispute that waits for an answer. Throws 404 where none does. */
const findOpen = async ({ paymentId }: Order): Promise<Stripe.Dispute> => {
  const wanted = { payment_intent: paymentId ?? '', limit: 100 };
  const disputes = paymentId
    ? (await stripeClient().ask((stripe) => stripe.disputes.list(wanted))).data
    : [];
  const open = disputes.find(isAnswerable);
  if (!open) throw new Problem('dispute_not_found', NONE);
  return open;
};

/** The open dispute with the evidence about its order. */
const prepare = async (found: StoredOrder) => {
  const { order } = found;
  const [dispute, session] = await Promise.all([findOpen(order), findSession(order.sessionId)]);
  const email = typeof session === 'string' ? null : session.email;
  const { PUBLIC_SITE_URL: siteUrl } = getEnv();
  // By its whole name, which the build replaces.
  const refunds = globalThis.MAILS.refunds;
  return { dispute, evidence: evidenceFor(found, { email, siteUrl, refunds }) };
};

/** The order's dispute with the evidence that would be sent. Throws 404 where no bank waits for any. */
export const readDispute = async (found: StoredOrder): Promise<DisputeResponse> => {
  const { dispute, evidence } = await prepare(found);
  const { dueBy } = toDispute(dispute);
  const due_by = dueBy === undefined ? null : isoTime(dueBy);
  return { id: dispute.id, says: reasonWords(dispute.reason), due_by, evidence };
};

/**
 * Sends the evidence to the bank, which takes it once: several tabs send it once, and after a lost answer there is no
 * dispute left to answer. The order changes as Stripe then reports it. Throws 404 where no bank waits, and 409 where
 * Stripe refuses the evidence.
 */
export const sendEvidence = async (found: StoredOrder, disputeId: string): Promise<void> => {
  const { dispute, evidence } = await prepare(found);
  const { id, status } = dispute;
  if (id !== disputeId) throw new Problem('dispute_not_found', NONE);
  const idempotencyKey = `evidence/${id}/${status}`;
  const taken = await stripeClient().ask((stripe) =>
    stripe.disputes.update(id, { evidence, submit: true }, { idempotencyKey }).catch((error) => {
      if (!isRefusal(error)) throw error;
      return null;
    }),
  );
  const at = now();
  const session = await findSession(found.order.sessionId);
  if (typeof session !== 'string') await fulfil(session, { source: 'return', at });
  if (!taken) throw new Problem('evidence_refused', REFUSED);
};
