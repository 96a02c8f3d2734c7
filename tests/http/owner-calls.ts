import { orderNumber } from '../../src/contract/order-number.ts';
import { ACTIVE } from '../catalogue.ts';
import { fromNewClient, ownerClient, password } from '../shop/owner.ts';
import { keepAll, sessionsFrom } from '../shop/seed.ts';
import type { TestShop } from '../shop/shop.ts';
import { type Calls, buyKnown } from './outside-calls.ts';

const addressOf = async (session: string): Promise<string> =>
  `/api/admin/orders/${await orderNumber(session)}`;

/** What the owner's pages call for the session and the orders. */
export const ownerCalls = async (shop: TestShop): Promise<Calls> => {
  const owner = await ownerClient(shop);
  const read = (path: string) => () => () => owner.call(`/api/admin/${path}`);
  const send = (path: string, body: object) => () => () => owner.post(`/api/admin/${path}`, body);

  const known = () => buyKnown(shop, 'bundle');
  /** Where there is an order. */
  const reading = (path: string) => async () => {
    await known();
    return () => owner.call(`/api/admin/${path}`);
  };
  const finding = async (query: string | Promise<string>) => {
    const named = { query: await query };
    return () => owner.post('/api/admin/find-order', named);
  };
  const paymentOf = async (session: string): Promise<string> => {
    const { payment_intent: payment } = await shop.stripe.checkout.sessions.retrieve(session);
    return String(payment);
  };
  const changing = async (body: object) => {
    const address = await addressOf(await known());
    return () => owner.post(address, body);
  };

  const logIn =
    (body: object, headers = {}) =>
    () =>
      shop.post('/api/admin/login', body, { ...fromNewClient(), ...headers });

  return {
    'admin-login': {
      'the password': [[200, 1, 0, 0, 1], () => logIn({ password: password() })],
      'another password': [[401, 1, 0, 0, 1], () => logIn({ password: 'a guess' })],
      'from another site': [
        [403, 0, 0, 0, 0],
        () => logIn({ password: password() }, { origin: 'https://evil.example' }),
      ],
    },
    'admin-session': { 'of the owner': [[200, 0, 0, 0, 0], read('session')] },
    'admin-logout': { 'of the owner': [[204, 0, 0, 0, 0], send('logout', {})] },
    'admin-orders': {
      'the newest': [[200, 2, 0, 0, 2], reading('orders')],
      'a later page': [
        [200, 2, 0, 0, 2],
        async () => {
          await keepAll(sessionsFrom(0, 26)); // a page has 25
          const { next } = await (await owner.call('/api/admin/orders')).json();
          return () => owner.call(`/api/admin/orders?cursor=${next}`);
        },
      ],
      'with a forged cursor': [[400, 0, 0, 0, 0], read(`orders?cursor=${'x'.repeat(80)}`)],
    },
    'admin-order': {
      'by its number': [
        [200, 2, 0, 0, 2],
        async () => {
          const address = await addressOf(await known());
          return () => owner.call(address);
        },
      ],
      'of no number': [[404, 0, 0, 0, 0], read('orders/none')],
      'closes it': [[200, 3, 0, 0, 3], () => changing({ access: 'blocked' })],
      'closes what is closed': [
        [200, 2, 0, 0, 2],
        async () => {
          const close = await changing({ access: 'blocked' });
          await close();
          return close;
        },
      ],
    },
    'admin-find-order': {
      'by its number': [[200, 2, 0, 0, 2], async () => finding(orderNumber(await known()))],
      'by its reference': [[200, 2, 0, 0, 2], async () => finding((await known()).slice(-8))],
      'by its session': [[200, 1, 0, 0, 1], () => finding(known())],
      'by its payment': [[200, 1, 1, 0, 2], async () => finding(paymentOf(await known()))],
      'by nothing that names an order': [[200, 0, 0, 0, 0], () => finding('none')],
    },
    // A shop that sends no mails: what one costs that does, stands in tests/mail/again.shop.test.ts.
    'admin-receipt': {
      'of a shop without mail': [
        [400, 0, 0, 0, 0],
        async () => {
          const address = `${await addressOf(await known())}/receipt`;
          return () => owner.post(address, { copy: 1 });
        },
      ],
    },
    'admin-refund': {
      'in a shop without refunds': [
        [409, 2, 0, 0, 2],
        async () => {
          const address = `${await addressOf(await known())}/refund`;
          return () => owner.post(address, { amount: 1, refunded: 0, reason: 'duplicate' });
        },
      ],
    },
    'admin-orders-csv': {
      'all orders': [[200, 2, 0, 0, 2], reading('orders.csv')],
    },
    'admin-sales': {
      'of today': [[200, 1, 0, 0, 1], read('sales?range=today')],
      'of all time': [[200, 1, 0, 0, 1], read('sales?range=all')],
    },
    // Stripe's account; whether the database can be written, what it does when full, how long it takes, three times,
    // and what stands in it of the past; a file for each product.
    health: {
      'of a stranger': [[200, 0, 0, 0, 0], () => () => shop.call('/api/health')],
      'of the owner': [[200, 6, 1, ACTIVE.length, 4], () => () => owner.call('/api/health')],
    },
    // What is asked where mails are sent, tests/mail/announcements.shop.test.ts has.
    'admin-announcements': {
      'where no mails are sent': [[200, 0, 0, 0, 0], read('edition-news')],
    },
    'admin-reconciler': { 'the last runs': [[200, 1, 0, 0, 1], read('reconciler')] },
  };
};
