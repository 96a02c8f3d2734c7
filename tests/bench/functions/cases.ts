import { keys } from '../orders.ts';
import { post } from '../../model/live.ts';
import { buy, eventOf, openSession } from '../../model/buying.ts';
import { ownerCookie } from '../../model/overrides.ts';
import { SITE, type World } from '../../model/world.ts';

/** A call of a function, made anew for each time. */
export type Case = { readonly name: string; readonly request: () => Request };

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Request(SITE + path, { method, headers });

/** The calls that are measured, over a world in which the orders that they are about are recorded. */
export const prepareCases = async (world: World): Promise<readonly Case[]> => {
  const cookie = await ownerCookie();
  const known = async (): Promise<string> => {
    const session = await buy(world);
    await world.call(post('/api/verify-payment', { sessionId: session }));
    return session;
  };
  const session = await known();
  for (let sold = 0; sold < 30; sold += 1) await known();
  await world.call(world.delivery(await eventOf(world, 'checkout.session.completed')));
  const event = await eventOf(world, 'checkout.session.completed');
  const access = { product_id: 'guide-1', session_id: session };
  const allAccess = { ...access, product_id: 'bundle' };
  const granted = await world.call(post('/api/secure-file-access', access));
  const { files } = await granted.json();
  const link: string = files[0].downloadUrl;
  const unpaid = await openSession(world);
  if ((await world.redis.zcard(keys.index)) < 26) throw new Error('too few orders for a page');

  return [
    {
      name: 'create-payment',
      request: () => post('/api/create-payment', { productType: 'bundle' }),
    },
    {
      name: 'verify-payment, order known',
      request: () => post('/api/verify-payment', { sessionId: session }),
    },
    {
      name: 'verify-payment, not paid',
      request: () => post('/api/verify-payment', { sessionId: unpaid }),
    },
    { name: 'orders', request: () => get(`/api/orders?session_id=${session}`) },
    { name: 'products', request: () => get('/api/products') },
    { name: 'secure-file-access', request: () => post('/api/secure-file-access', access) },
    {
      name: 'secure-file-access, bundle',
      request: () => post('/api/secure-file-access', allAccess),
    },
    { name: 'files, 2 MB', request: () => get(link) },
    { name: 'files, HEAD', request: () => get(link, {}, 'HEAD') },
    { name: 'stripe-webhook, event known', request: () => world.delivery(event) },
    { name: 'admin-session', request: () => get('/api/admin/session', { cookie }) },
    { name: 'admin-orders, 25', request: () => get('/api/admin/orders', { cookie }) },
    { name: 'admin-sales, 90 days', request: () => get('/api/admin/sales?range=90', { cookie }) },
  ];
};
