import type { Config } from '@netlify/functions';
import * as z from 'zod/mini';
import type { VerifyPaymentResponse } from '#contract/orders.ts';
import { type LinkedFiles, linkOrderFiles } from '../downloads/download-links.ts';
import { rememberWaitingBuyer } from '../downloads/missing-files.ts';
import { readJson } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { type Order, hasEmail } from '../orders/order.ts';
import { serializeOrder } from '../orders/serialize.ts';
import { statusOf } from '../orders/status.ts';
import { refundDueOn, withdrawableUntil } from '../orders/withdrawal.ts';
import { dayOf, formatDay } from '../shop/dates.ts';
import { sessionIdSchema } from '../stripe/session.ts';

const verifyPaymentRequest = z.strictObject({
  sessionId: sessionIdSchema,
  /** Whether to return download links. */
  files: z.optional(z.boolean()),
});

/** Returns no fields if all files of the order are available. */
const describeMissing = ({ files, missing }: LinkedFiles): Partial<VerifyPaymentResponse> => {
  const preparing = missing.map(({ name }) => name);
  if (files.length > 0) return missing.length > 0 ? { preparing } : {};
  return missing.length > 0 ? { fileState: 'preparing', preparing } : { fileState: 'unavailable' };
};

const describeOrder = async (order: Order, wantsFiles: boolean): Promise<VerifyPaymentResponse> => {
  const status = statusOf(order);
  const response: VerifyPaymentResponse = {
    status,
    order: serializeOrder(order),
    hasEmail: hasEmail(order),
  };
  if (status === 'paid') {
    // If this fails, the page requests the links itself.
    const linked = await linkOrderFiles(order).catch(logError);
    if (linked) {
      Object.assign(response, describeMissing(linked));
      if (wantsFiles) response.files = linked.files;
      await rememberWaitingBuyer(order, linked.missing).catch(logError);
    }
  }
  const lastDay = withdrawableUntil(order);
  if (lastDay !== null) response.withdrawable = formatDay(lastDay);
  if (order.withdrawnAt !== null && refundDueOn(order) !== null) {
    response.withdrawn = formatDay(dayOf(order.withdrawnAt));
  }
  return response;
};

export const config: Config = { path: '/api/verify-payment' };

export default route(config, {
  POST: async (request) => {
    const { sessionId, files: wantsFiles = false } = await readJson(request, verifyPaymentRequest);
    const { order, jobs } = await lookUpOrder(sessionId);
    runJobsInBackground(jobs);
    const unpaid: VerifyPaymentResponse = { status: 'unpaid', order: null };
    return Response.json(order ? await describeOrder(order, wantsFiles) : unpaid);
  },
});
