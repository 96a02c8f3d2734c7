import type { Config } from '@netlify/functions';
import * as z from 'zod/mini';
import type { VerifyPaymentResponse } from '#contract/orders.ts';
import { hasEarlierOrder } from '../downloads/access.ts';
import { linkOrderFiles } from '../downloads/download-links.ts';
import { readJson } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { route } from '../http/route.ts';
import { runJobsAfterResponse } from '../jobs/after-response.ts';
import { lookUpOrder } from '../orders/lookup.ts';
import { hasEmail } from '../orders/order.ts';
import { serializeOrder } from '../orders/serialize.ts';
import { statusOf } from '../orders/status.ts';
import { withdrawableUntil } from '../orders/withdrawal.ts';
import { formatDay } from '../shop/dates.ts';
import { sessionIdSchema } from '../stripe/session.ts';

const verifyPaymentRequest = z.strictObject({
  sessionId: sessionIdSchema,
  /** Whether to return the files of a paid order too. */
  files: z.optional(z.boolean()),
});

export const config: Config = { path: '/api/verify-payment' };

export default route(config, {
  POST: async (request) => {
    const { sessionId, files: wantsFiles } = await readJson(request, verifyPaymentRequest);
    const { order, jobs } = await lookUpOrder(sessionId);
    runJobsAfterResponse(jobs);
    if (!order) {
      return Response.json({ status: 'unpaid', order: null } satisfies VerifyPaymentResponse);
    }
    const status = statusOf(order);
    // Without links, the page asks for each file.
    const links =
      wantsFiles && status === 'paid' ? await linkOrderFiles(order).catch(logError) : {};
    // The download page has no word about it, and should not wait.
    const asksTwice = !wantsFiles && status === 'paid';
    const isRepeated = asksTwice && (await hasEarlierOrder(order).catch(logError));
    const withdrawable = withdrawableUntil(order);
    return Response.json({
      status,
      order: serializeOrder(order),
      hasEmail: hasEmail(order),
      ...links,
      ...(isRepeated && { isRepeated }),
      ...(withdrawable !== null && { withdrawable: formatDay(withdrawable) }),
    } satisfies VerifyPaymentResponse);
  },
});
