import type { Config } from '@netlify/functions';
import { readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { runJobsAfterResponse, runJobs } from '../jobs/after-response.ts';
import { findSessionOfEvent } from '../orders/event-session.ts';
import { fulfill } from '../orders/fulfill.ts';
import { readProgress } from '../orders/schedule-progress.ts';
import { runAfterResponse } from '../platform/current-request.ts';
import { logError, logRefusal } from '../http/log.ts';
import { ownerAddress } from '../platform/mail-policy.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { type Job, enqueue } from '../platform/queue.ts';
import { dayOf } from '../shop/dates.ts';
import { loadStripe } from '../stripe/client.ts';
import { contains, readEvent } from '../stripe/events.ts';

await loadStripe();

/** Stripe's largest events are far smaller. */
const MAX_EVENT_BYTES = 512 * 1024;

/** A schedule that no longer runs cannot report it, so the webhook checks. Never rejects. */
const alertOfDeadSchedule = async (): Promise<void> => {
  try {
    const at = now();
    const { doneAt } = await readProgress();
    const isAlive = doneAt === null || at - doneAt < HOUR_IN_SECONDS;
    if (isAlive || ownerAddress() === null) return;
    const job: Job = `alert:schedule/${dayOf(at)}`;
    await enqueue(job, at);
    await runJobs([job]);
  } catch (error) {
    logError(error);
  }
};

const answer = (handled: boolean): Response => Response.json({ received: true, handled });

export const config: Config = { path: '/api/stripe-webhook' };

/** An event only says which session to read. Any answer but 2xx makes Stripe send it again. */
export default route(config, {
  POST: async (request) => {
    const body = await readBody(request, MAX_EVENT_BYTES);
    const event = await readEvent(body, request.headers.get('stripe-signature') ?? '');
    if (event === 'unsigned') {
      logRefusal('signature_invalid', 'stripe-webhook');
      throw new Problem('signature_invalid', 'The event isn’t signed by Stripe.');
    }
    const sessionId = event && (await findSessionOfEvent(event));
    if (event === null || sessionId === null) return answer(false);
    // It reads in the same request to Redis as the order, and the answer does not wait for it.
    runAfterResponse(alertOfDeadSchedule);
    // Stripe stops sending an event after some days, so an old one is accepted even if the answer does not show it.
    const isOld = now() - event.createdAt > HOUR_IN_SECONDS;
    const done = await fulfill(sessionId, {
      source: 'webhook',
      suffices: (sale) => isOld || contains(sale, event),
    });
    runJobsAfterResponse(done?.jobs ?? []);
    return answer(done !== null);
  },
});
