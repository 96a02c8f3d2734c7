import type Stripe from 'stripe';
import type { DisputeResponse, Evidence } from '#contract/admin-orders.ts';
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

const evidenceOf = async (found: StoredOrder): Promise<Evidence> => {
  const session = await findSession(found.order.sessionId);
  return evidenceFor(found, {
    email: typeof session === 'string' ? null : session.email,
    siteUrl: getEnv().PUBLIC_SITE_URL,
    refunds: globalThis.MAILS.refunds,
  });
};

/** The order's dispute with the evidence that would be sent. Throws 404 where no bank waits for any. */
export const readDispute = async (found: StoredOrder): Promise<DisputeResponse> => {
  const [dispute, evidence] = await Promise.all([findOpen(found.order), evidenceOf(found)]);
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
  const [{ id, status }, evidence] = await Promise.all([findOpen(found.order), evidenceOf(found)]);
  if (id !== disputeId) throw new Problem('dispute_not_found', NONE);
  const isTaken = await stripeClient().ask((stripe) =>
    stripe.disputes
      .update(id, { evidence, submit: true }, { idempotencyKey: `evidence/${id}/${status}` })
      .then(
        () => true,
        (error: unknown) => {
          if (!isRefusal(error)) throw error;
          return false;
        },
      ),
  );
  const at = now();
  const session = await findSession(found.order.sessionId);
  if (typeof session !== 'string') await fulfil(session, { source: 'return', at });
  if (!isTaken) throw new Problem('evidence_refused', REFUSED);
};
