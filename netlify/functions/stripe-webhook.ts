import type { Config } from '@netlify/functions';
import type { ProblemCode } from '#contract/problem.ts';
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
import { type EventRefusal, readEvent, settlementIn } from '../stripe/events.ts';

await loadStripe();

const MAX_EVENT_BYTES = 512 * 1024;

/** Stripe shows these responses to the owner, in the endpoint's log. */
const REFUSALS: Readonly<Record<EventRefusal, { code: ProblemCode; detail: string }>> = {
  signature: {
    code: 'signature_invalid',
    detail: 'The event isn’t signed with this shop’s webhook secret.',
  },
  age: {
    code: 'signature_expired',
    detail:
      'The event was signed more than five minutes ago. If Stripe has just sent it, the shop’s clock is wrong.',
  },
  shape: {
    code: 'event_unreadable',
    detail:
      'The event is signed, but it isn’t a snapshot event. In Stripe, the endpoint needs the payload style "Snapshot", not "Thin".',
  },
};

const receivedResponse = (handled: boolean): Response => Response.json({ received: true, handled });

export const config: Config = { path: '/api/stripe-webhook' };

/** Stripe sends an event again unless the response is 2xx. */
export default route(config, {
  POST: async (request) => {
    const body = await readBody(request, MAX_EVENT_BYTES);
    const event = await readEvent(body, request.headers.get('stripe-signature') ?? '');
    if (typeof event === 'string') {
      const { code, detail } = REFUSALS[event];
      logRefusal(code, 'stripe-webhook');
      throw new Problem(code, detail);
    }
    if (event === null) return receivedResponse(false);
    const sessionId = await findSession(event.about, ONE_SHORT_TRY);
    if (sessionId === null) return receivedResponse(false);
    // Starts before `fulfill`, so that both read from Redis in one request.
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
