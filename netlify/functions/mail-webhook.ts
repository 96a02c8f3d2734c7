import type { Config } from '@netlify/functions';
import { readBody } from '../http/body.ts';
import { logRefusal } from '../http/log.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { isDeliveryEvent, noteDeliveryEvent } from '../mail/delivery-events.ts';
import { limitFlood } from '../http/limits.ts';

/** Resend's events are a kilobyte or two, since none holds the email itself. */
const MAX_EVENT_BYTES = 64 * 1024;

export const config: Config = { path: '/api/mail-webhook' };

export default route(config, {
  POST: async (request) => {
    const body = await readBody(request, MAX_EVENT_BYTES);
    const isSigned = isDeliveryEvent({ headers: request.headers, body });
    if (isSigned === null) {
      logRefusal('temporarily_unavailable', 'mail-webhook', { missing: 'MAIL_WEBHOOK_SECRET' });
      throw new Problem('temporarily_unavailable', 'This shop doesn’t accept delivery events.');
    }
    if (!isSigned) {
      limitFlood(request);
      logRefusal('signature_invalid', 'mail-webhook');
      throw new Problem('signature_invalid', 'The event isn’t signed by the email service.');
    }
    const handled = await noteDeliveryEvent(body.toString());
    return Response.json({ received: true, handled });
  },
});
