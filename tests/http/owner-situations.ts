import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, verify } from '../shop/buying.ts';
import type { OUTSIDE_CALLS, Situations } from './outside-calls.ts';
import { fromNewClient, password } from '../shop/owner.ts';
import { keepAll, sessionsFrom } from '../shop/seed.ts';
import type { ShelfFunctions } from './guide-situations.ts';
import type { TestShop } from '../shop/shop.ts';
import { openDesk } from '../shop/uploading.ts';

type DoorAndOrders = Exclude<
  Extract<keyof typeof OUTSIDE_CALLS, `admin-${string}`>,
  ShelfFunctions
>;

const FORGED = 'x'.repeat(80);

/** What the owner's pages call for the session and the orders. */
export const ownerSituations = async (shop: TestShop): Promise<Situations<DoorAndOrders>> => {
  const desk = await openDesk(shop);
  const read = (path: string) => () => () => desk.call(`/api/admin/${path}`);
  const send = (path: string, body: object) => () => () => desk.post(`/api/admin/${path}`, body);

  const known = async (): Promise<string> => {
    const session = await buy(shop, 'bundle');
    await verify(shop, session);
    return session;
  };
  /** Where there is an order. */
  const reading = (path: string) => async () => {
    await known();
    return () => desk.call(`/api/admin/${path}`);
  };
  const finding = async (query: string | Promise<string>) => {
    const named = { query: await query };
    return () => desk.post('/api/admin/find-order', named);
  };
  const paymentOf = async (session: string): Promise<string> => {
    const { payment_intent: payment } = await shop.stripe.checkout.sessions.retrieve(session);
    return String(payment);
  };
  const closing = async (session: string) => {
    const address = `/api/admin/orders/${await orderNumber(session)}/access`;
    return () => desk.post(address, { access: 'blocked' });
  };

  const logIn = (body: object, headers = {}) =>
    shop.post('/api/admin/login', body, { ...fromNewClient(), ...headers });
  const logInByForm = () =>
    shop.call('/api/admin/login', {
      method: 'POST',
      body: new URLSearchParams({ password: password() }),
      headers: { accept: 'text/html', ...fromNewClient() },
    });

  return {
    'admin-login': {
      'the password': () => () => logIn({ password: password() }),
      'the password, by a plain form': () => logInByForm,
      'another password': () => () => logIn({ password: 'a guess' }),
      'from another site': () => () =>
        logIn({ password: password() }, { origin: 'https://evil.example' }),
    },
    'admin-session': { 'of the owner': read('session') },
    'admin-logout': { 'of the owner': send('logout', {}) },
    'admin-orders': {
      'the newest': reading('orders'),
      'a later page': async () => {
        await keepAll(sessionsFrom(0, 26)); // a page has 25
        const { next } = await (await desk.call('/api/admin/orders')).json();
        return () => desk.call(`/api/admin/orders?cursor=${next}`);
      },
      'with a forged cursor': read(`orders?cursor=${FORGED}`),
    },
    'admin-order': {
      'by its number': async () => {
        const address = `/api/admin/orders/${await orderNumber(await known())}`;
        return () => desk.call(address);
      },
      'of no number': read('orders/none'),
    },
    'admin-find-order': {
      'by its number': async () => finding(orderNumber(await known())),
      'by its reference': async () => finding((await known()).slice(-8)),
      'by its session': () => finding(known()),
      'by its payment': async () => finding(paymentOf(await known())),
      'by nothing that names an order': () => finding('none'),
      'without a body': send('find-order', {}),
    },
    'admin-order-access': {
      'closes it': async () => closing(await known()),
      'closes what is closed': async () => {
        const close = await closing(await known());
        await close();
        return close;
      },
      'without a body': async () => {
        const address = `/api/admin/orders/${await orderNumber(await known())}/access`;
        return () => desk.post(address, {});
      },
    },
    'admin-orders-csv': {
      'all orders': reading('orders.csv'),
      'of no day': read('orders.csv?from=yesterday'),
    },
    'admin-sales': {
      'of today': read('sales?range=today'),
      'of 90 days': read('sales?range=90'),
      'of all time': read('sales?range=all'),
      'of no range': read('sales?range=ever'),
    },
    'admin-reconciler': { 'the last runs': read('reconciler') },
  };
};
