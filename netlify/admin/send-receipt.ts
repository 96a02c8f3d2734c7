import type { SendReceiptRequest, SendReceiptResponse } from '#contract/admin-orders.ts';
import { Problem } from '../http/problem.ts';
import { buyerHash } from '../shop/buyer-hash.ts';
import { sealAddress } from '../mail/job-address.ts';
import { resentReceiptJob } from '../mail/email-kinds.ts';
import { type JobResult, runJob } from '../jobs/run-job.ts';
import type { Order } from '../orders/order.ts';
import { readOrder } from '../orders/store.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { now } from '../platform/clock.ts';
import { type Job, enqueue, makeDueNow, isQueued } from '../platform/queue.ts';
import { nextReceiptNumber, serializeDetail } from './serialize.ts';

const refusal = (detail: string): Problem => new Problem('invalid_request', detail);

/** If the first receipt is still queued, sends that one, so that the buyer gets only one email. */
const receiptJob = async (
  sessionId: string,
  number: number,
  otherAddress: string | null,
): Promise<Job> => {
  const ownReceipt: Job = `receipt:${sessionId}`;
  if (otherAddress === null && (await isQueued(ownReceipt))) return ownReceipt;
  const job = resentReceiptJob(sessionId, number, otherAddress);
  const sealedAddress = otherAddress === null ? '' : await sealAddress(otherAddress);
  await enqueue(job, now(), sealedAddress);
  return job;
};

const sendOutcome = (result: JobResult): Pick<SendReceiptResponse, 'outcome' | 'reason'> => {
  switch (result.is) {
    case 'ended':
      return { outcome: result.outcome, reason: result.detail };
    case 'postponed':
      if (result.reason === undefined) return { outcome: 'later' };
      return { outcome: 'later', reason: result.reason };
    case 'busy':
      return { outcome: 'busy' };
    case 'fulfilled':
      return { outcome: 'sent' };
  }
};

/**
 * A repeated request with the same receipt number sends nothing. Throws 400 if no receipt can be
 * sent.
 */
export const sendReceipt = async (
  order: Order,
  { copy: number, to }: SendReceiptRequest,
): Promise<SendReceiptResponse> => {
  if (!sendsMail()) throw refusal('The shop can’t send email yet. Set up an email service first.');
  if (order.payment !== 'paid') throw refusal('This order wasn’t paid.');
  if (order.isForgotten) throw refusal('The buyer’s data was removed from this order.');
  if (number > nextReceiptNumber(order)) throw refusal('copy: Not the next receipt number.');
  const { sessionId, buyer } = order;
  const isBuyersAddress = to === undefined || buyerHash(to) === buyer;
  const resent = order.resentReceipts.find((receipt) => receipt.number === number);
  if (resent && resent.isOwn !== isBuyersAddress) {
    throw refusal('Another tab has already sent a receipt. Reload this page, and then send yours.');
  }
  if (resent) return { outcome: resent.is, order: await serializeDetail(order) };
  const job = await receiptJob(sessionId, number, isBuyersAddress ? null : to);
  await makeDueNow(job, now());
  const result = await runJob(job);
  const detail = await serializeDetail((await readOrder(sessionId)) ?? order);
  return { ...sendOutcome(result), order: detail };
};
