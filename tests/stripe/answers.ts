import Stripe from 'stripe';
import { z } from 'zod';
import { SECRET_KEY, guide, start } from './harness.ts';

const list = z.looseObject({ data: z.array(z.looseObject({ object: z.string() })) });

/** What the stand-in answers after some of everything, as it goes over the network. */
export const answersAfterAll = async () => {
  const { stripe, control, origin } = await start();
  const open = async () => (await stripe.checkout.sessions.create(guide)).id;
  const pay = async (fields: object) => {
    const session = await open();
    await control('pay', { session, ...fields });
    return session;
  };
  await open();
  await control('expire', { session: await open() });
  await pay({ card: '4000000000000002' });
  const free = await open();
  await control('discount', { session: free, amount: 899 });
  await control('pay', { session: free });
  const failed = await pay({ method: 'bank', settle: 'never' });
  await control('settle', { session: failed, outcome: 'failed' });
  const settled = await pay({ method: 'bank', settle: 'never' });
  await control('settle', { session: settled, outcome: 'succeeded' });
  await control('refund', { session: settled });
  const paid = await pay({ name: 'Robin Park' });
  await control('refund', { session: paid, amount: 100, reason: 'requested_by_customer' });
  await control('warn', { session: paid });
  const { id } = await control('dispute', { session: paid });
  await control('dispute/update', { id, status: 'under_review' });
  await control('dispute', { session: await pay({}), status: 'prevented' });
  await stripe.webhookEndpoints.create({
    url: 'https://shop.example/api/stripe-webhook',
    enabled_events: ['*'],
    api_version: Stripe.API_VERSION,
  });

  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${SECRET_KEY}` };
    return (await fetch(`${origin}/v1/${path}`, { headers })).json();
  };
  const all = async (path: string, expand = '') =>
    list.parse(await get(`${path}?limit=100${expand}`)).data;
  const itemised = await get(`checkout/sessions/${paid}?expand[]=line_items`);
  return {
    sessions: await all('checkout/sessions'),
    expanded: await all('checkout/sessions', '&expand[]=data.payment_intent.latest_charge.refunds'),
    lineItems: z.object({ line_items: list }).parse(itemised).line_items.data,
    refunds: await all('refunds'),
    disputes: await all('disputes'),
    events: await all('events'),
    endpoints: await all('webhook_endpoints'),
    account: z.looseObject({ object: z.string() }).parse(await get('account')),
  };
};
