import type { Config } from '@netlify/functions';
import { handleEvent } from '../orders/events.ts';
import { readBody } from '../http/body.ts';
import { logRefusal } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { limitFlood } from '../http/limits.ts';
import { preloadStripe } from '../clients/stripe.ts';
import { readEvent } from '../orders/stripe-events.ts';

await preloadStripe();

/** Stripe's largest events are far smaller. */
const MAX_EVENT_BYTES = 512 * 1024;

export const config: Config = { path: '/api/stripe-webhook' };

export default route(config, {
  POST: async (request) => {
    const body = await readBody(request, MAX_EVENT_BYTES);
    const signature = request.headers.get('stripe-signature') ?? '';
    const event = await readEvent(body, signature);
    if (!event) {
      limitFlood(request);
      logRefusal('signature_invalid', 'stripe-webhook');
      throw new Problem('signature_invalid', 'The event isn’t signed by Stripe.');
    }
    const outcome = await handleEvent(event);
    return Response.json({ received: true, handled: outcome !== 'ignored' });
  },
});
