import { orderNumber } from '../../src/contract/order-number.ts';
import { ACTIVE, PRODUCTS } from '../catalogue.ts';
import { GUIDE, fromNewClient, ownerClient, password } from '../shop/owner.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import type { TestShop } from '../shop/shop.ts';
import { type Calls, after, buyKnown, just } from './outside-calls.ts';

/** What the owner's pages call. */
export const ownerCalls = async (shop: TestShop): Promise<Calls> => {
  const owner = await ownerClient(shop);
  const read = (path: string) => owner.call(`/api/admin/${path}`);
  const send = (path: string, body: object) => owner.post(`/api/admin/${path}`, body);
  const logIn = (given: string) =>
    shop.post('/api/admin/login', { password: given }, fromNewClient());

  const known = () => buyKnown(shop, 'bundle');
  const number = async () => orderNumber(await known());
  const reference = async () => (await known()).slice(-8);
  const payment = async () => {
    const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(await known());
    return String(payment_intent);
  };
  const find = (query: string) => send('find-order', { query });
  const sendTo = (path: string, body: object) => (order: string) =>
    send(`orders/${order}${path}`, body);

  let files = 0;
  /** One that the shop has never seen; signed, since to make room for an order's line takes longer than all else. */
  const newFile = async () => ({
    bytes: await makePdf({ title: `File ${(files += 1)}`, packed: false }, sign),
  });
  const begun = async () => {
    const file = await newFile();
    const { upload }: { upload: string } = await (await owner.begin(file)).json();
    return { upload, ...file };
  };
  const arrived = async () => {
    const { upload, bytes } = await begun();
    await owner.put(upload, 0, bytes);
    return upload;
  };

  return {
    'admin-login': {
      'the password': [[200, 1, 0, 0, 1], just(() => logIn(password()))],
      'another password': [[401, 1, 0, 0, 1], just(() => logIn('a guess'))],
    },
    'admin-session': { 'of the owner': [[200, 0, 0, 0, 0], just(() => read('session'))] },
    'admin-logout': { 'of the owner': [[204, 0, 0, 0, 0], just(() => send('logout', {}))] },
    'admin-orders': { 'the newest': [[200, 2, 0, 0, 2], after(known, () => read('orders'))] },
    'admin-order': {
      'by its number': [[200, 2, 0, 0, 2], after(number, (order) => read(`orders/${order}`))],
      'closes it': [[200, 3, 0, 0, 3], after(number, sendTo('', { access: 'blocked' }))],
    },
    'admin-find-order': {
      'by its number': [[200, 2, 0, 0, 2], after(number, find)],
      'by its reference': [[200, 2, 0, 0, 2], after(reference, find)],
      'by its session': [[200, 1, 0, 0, 1], after(known, find)],
      'by its payment': [[200, 1, 1, 0, 2], after(payment, find)],
      'by nothing that names an order': [[200, 0, 0, 0, 0], just(() => find('none'))],
    },
    // A shop that sends no mails: what one costs that does, stands in tests/mail/again.shop.test.ts.
    'admin-receipt': {
      'of a shop without mail': [[400, 0, 0, 0, 0], after(number, sendTo('/receipt', { copy: 1 }))],
    },
    'admin-refund': {
      'in a shop without refunds': [
        [409, 2, 0, 0, 2],
        after(number, sendTo('/refund', { amount: 1, refunded: 0, reason: 'duplicate' })),
      ],
    },
    'admin-orders-csv': {
      'all orders': [[200, 2, 0, 0, 2], after(known, () => read('orders.csv'))],
    },
    'admin-sales': { 'of all time': [[200, 1, 0, 0, 1], just(() => read('sales?range=all'))] },
    // Stripe's account; whether the database can be written, what it does when full, how long it takes, three times,
    // and what stands in it of the past; a file for each product.
    health: {
      'of a stranger': [[200, 0, 0, 0, 0], just(() => shop.call('/api/health'))],
      'of the owner': [[200, 6, 1, ACTIVE.length, 4], just(() => owner.call('/api/health'))],
    },
    // What is asked where mails are sent, tests/mail/announcements.shop.test.ts has.
    'admin-announcements': {
      'where no mails are sent': [[200, 0, 0, 0, 0], just(() => read('edition-news'))],
    },
    'admin-reconciler': { 'the last runs': [[200, 1, 0, 0, 1], just(() => read('reconciler'))] },
    // Of each product, what is current and the record of its editions.
    'admin-guides': {
      'of the owner': [[200, 0, 0, 2 * PRODUCTS.length, 1], just(() => read('guides'))],
    },
    'admin-guide': {
      'what buyers get': [[200, 0, 0, 1, 1], just(() => read(`guide?product=${GUIDE.product}`))],
    },
    'admin-uploads': { 'begins one': [[200, 0, 0, 1, 1], after(newFile, owner.begin)] },
    'admin-upload-part': {
      'a part': [
        [204, 0, 0, 1, 1],
        after(begun, ({ upload, bytes }) => owner.put(upload, 0, bytes)),
      ],
    },
    'admin-upload': {
      'publishes one part': [[200, 0, 0, 12, 12], after(arrived, owner.publish)],
      'drops one part': [
        [204, 0, 0, 1, 1],
        after(begun, ({ upload }) =>
          owner.call(`/api/admin/uploads/${upload}`, { method: 'DELETE' }),
        ),
      ],
    },
    upload: { 'a new file': [[200, 0, 0, 10, 10], after(newFile, owner.inOne)] },
  };
};
