import { buy, deed, verify } from '../shop/buying.ts';
import type { Situations } from './outside-calls.ts';
import { loadRoutes } from '../shop/routes.ts';
import type { TestShop } from '../shop/shop.ts';

const GUIDE = 'individual_guide_6_10';

const send = (shop: TestShop, payload: string, secret = shop.webhookSecret) =>
  shop.call('/api/stripe-webhook', {
    method: 'POST',
    body: payload,
    headers: {
      'stripe-signature': shop.stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
  });

/** What Stripe does with the newest event of a type. */
const deliveryOf = async (shop: TestShop, type: string) => {
  const { data } = await shop.stripe.events.list({ type, limit: 1 });
  const payload = JSON.stringify(data[0]);
  return () => send(shop, payload);
};

export const deliverNewest = async (shop: TestShop, type: string): Promise<Response> =>
  (await deliveryOf(shop, type))();

/** What Stripe calls, and Netlify's clock, where nothing calls by itself. */
export const stripeSituations = async (
  shop: TestShop,
): Promise<Situations<'stripe-webhook' | 'reconcile'>> => {
  const routes = await loadRoutes();
  const sending = (type: string) => deliveryOf(shop, type);
  const recorded = async (): Promise<string> => {
    const session = await buy(shop, GUIDE);
    await verify(shop, session);
    return session;
  };
  const reconcile = () => {
    const handle = routes.find(({ name }) => name === 'reconcile')?.handle;
    if (!handle) throw new Error('no reconciler');
    return handle(new Request(shop.siteUrl, { method: 'POST' }));
  };

  return {
    'stripe-webhook': {
      'an event that is known': async () => {
        await buy(shop, GUIDE);
        await deliverNewest(shop, 'checkout.session.completed');
        return sending('checkout.session.completed');
      },
      'a session that was paid': async () => {
        await buy(shop, GUIDE);
        return sending('checkout.session.completed');
      },
      'a refund': async () => {
        await deed(shop, 'refund', { session: await recorded() });
        return sending('refund.created');
      },
      'an event of nothing that is kept': async () => {
        await buy(shop, GUIDE);
        return sending('payment_intent.succeeded');
      },
      'an event that Stripe did not sign': () => () => send(shop, '{}', 'whsec_of_somebody_else'),
    },
    reconcile: {
      'all is known': async () => {
        await buy(shop, GUIDE);
        await reconcile();
        return reconcile;
      },
      'a paid order that nobody told of': async () => {
        await reconcile();
        await buy(shop, GUIDE);
        return reconcile;
      },
    },
  };
};
