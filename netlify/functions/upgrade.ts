import type { Config } from '@netlify/functions';
import { html } from 'hono/html';
import type { CreatePaymentResponse } from '#contract/checkout.ts';
import { ordersQuery } from '#contract/orders.ts';
import { startUpgrade } from '../checkout/upgrade.ts';
import { preloadStripe } from '../clients/stripe.ts';
import { readFormOrJson } from '../http/body.ts';
import { answerForm } from '../http/form.ts';
import { problemPage } from '../http/page.ts';
import { limitFlood, limitShared } from '../http/limits.ts';
import { route } from '../http/route.ts';
import { lookUpOrder } from '../orders/lookup.ts';

await preloadStripe();

/** Opens the checkout for the rest of the set. Answers its address. Any site may ask, if it knows the buyer's key. */
const begin = async (request: Request): Promise<string> => {
  const { session_id: sessionId } = await readFormOrJson(request, ordersQuery);
  await limitShared('checkout', limitFlood(request));
  return startUpgrade(await lookUpOrder(sessionId));
};

export const config: Config = { path: '/api/upgrade' };

export default route(config, {
  POST: (request) =>
    answerForm(request, {
      accept: begin,
      toScript: (url) => Response.json({ url } satisfies CreatePaymentResponse),
      toPage: (url) => url,
      toRefusalPage: (problem) =>
        problemPage(
          problem,
          'The rest of the set',
          html`<p>${problem.message}</p>
            <p><a href="/">Return to Home</a></p>`,
        ),
    }),
});
