import type { Config } from '@netlify/functions';
import { readBody } from '../http/body.ts';
import { logRefusal } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { runJobsInBackground } from '../jobs/background.ts';
import { alertIfScheduleStopped } from '../jobs/schedule-alert.ts';
import { findSession } from '../orders/event-session.ts';
import { fulfill } from '../orders/fulfill.ts';
import { runInBackground } from '../platform/current-request.ts';
import { ONE_SHORT_TRY, loadStripe } from '../stripe/client.ts';
import { readEvent, settlementIn } from '../stripe/events.ts';

await loadStripe();

const MAX_EVENT_BYTES = 512 * 1024;

const receivedResponse = (handled: boolean): Response => Response.json({ received: true, handled });

export const config: Config = { path: '/api/stripe-webhook' };

/** Stripe sends an event again unless the response is 2xx. */
export default route(config, {
  POST: async (request) => {
    const body = await readBody(request, MAX_EVENT_BYTES);
    const event = await readEvent(body, request.headers.get('stripe-signature') ?? '');
    if (event === 'unsigned') {
      logRefusal('signature_invalid', 'stripe-webhook');
      throw new Problem('signature_invalid', 'The event isn’t signed by Stripe.');
    }
    if (event === null) return receivedResponse(false);
    const sessionId = await findSession(event.about, ONE_SHORT_TRY);
    if (sessionId === null) return receivedResponse(false);
    // Before `fulfill`, so that one request to Redis reads for both.
    runInBackground(alertIfScheduleStopped);
    const fulfilled = await fulfill(sessionId, {
      source: 'webhook',
      event,
      settledAt: settlementIn(event),
    });
    runJobsInBackground(fulfilled?.jobs ?? []);
    return receivedResponse(fulfilled !== null);
  },
});
