import { orderNumber } from '../../src/contract/order-number.ts';
import type { BeginUploadResponse } from '../../src/contract/shelf.ts';
import { buy, verify } from './buying.ts';
import type { OUTSIDE_CALLS, Situations } from './outside-calls.ts';
import { fromNewClient, password } from './owner.ts';
import { makePdf } from './pdfs.ts';
import { keepAll, sessionsFrom } from './seed.ts';
import type { TestShop } from './shop.ts';
import { GUIDE, openDesk } from './uploading.ts';

type OwnersFunctions = Extract<keyof typeof OUTSIDE_CALLS, `admin-${string}` | 'upload'>;

const FORGED = 'x'.repeat(80);

/** What the owner's pages call. */
export const ownerSituations = async (shop: TestShop): Promise<Situations<OwnersFunctions>> => {
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

  let files = 0;
  /** One that the shop has never seen. */
  const newFile = async () => ({ bytes: await makePdf({ title: `File ${(files += 1)}` }) });
  const begun = async () => {
    const file = await newFile();
    const { upload }: BeginUploadResponse = await (await desk.begin(file)).json();
    return { upload, ...file };
  };
  const arrived = async (): Promise<string> => {
    const { upload, bytes } = await begun();
    await desk.put(upload, 0, bytes);
    return upload;
  };
  /** The id of an edition that is kept, and not current. */
  const earlier = async (): Promise<string> => {
    for (const file of [await newFile(), await newFile()]) await desk.inOne(file);
    return (await desk.shelf()).earlier[0]?.id ?? '';
  };
  const restoring = async (edition: string | Promise<string>) => {
    const wanted = { product: GUIDE.product, edition: await edition };
    return () => desk.post('/api/admin/restore', wanted);
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
    'admin-desk': {
      'of the owner': () => () => desk.call('/admin-desk'),
      'of a stranger': () => () => shop.call('/admin-desk'),
    },
    'admin-shelf': { 'of the owner': read('shelf') },
    'admin-guide': {
      'what buyers get': read(`guide?product=${GUIDE.product}`),
      'an earlier edition': async () => {
        const edition = await earlier();
        return () => desk.call(`/api/admin/guide?product=${GUIDE.product}&edition=${edition}`);
      },
      'of no product': read('guide?product=none'),
    },
    'admin-uploads': {
      'begins one': async () => {
        const file = await newFile();
        return () => desk.begin(file);
      },
      'of no product': async () => {
        const file = { ...(await newFile()), product: 'none' };
        return () => desk.begin(file);
      },
      'without a body': send('uploads', {}),
    },
    'admin-upload-part': {
      'a part': async () => {
        const { upload, bytes } = await begun();
        return () => desk.put(upload, 0, bytes);
      },
      'of a forged upload': () => () => desk.put(FORGED, 0, new Uint8Array(1)),
    },
    'admin-upload-publish': {
      'one part': async () => {
        const upload = await arrived();
        return () => desk.publish(upload);
      },
      'before it arrived': async () => {
        const { upload } = await begun();
        return () => desk.publish(upload);
      },
      'of a forged upload': () => () => desk.publish(FORGED),
    },
    'admin-upload': {
      'drops one part': async () => {
        const { upload } = await begun();
        return () => desk.call(`/api/admin/uploads/${upload}`, { method: 'DELETE' });
      },
      'of a forged upload': () => () =>
        desk.call(`/api/admin/uploads/${FORGED}`, { method: 'DELETE' }),
    },
    upload: {
      'a new file': async () => {
        const file = await newFile();
        return () => desk.inOne(file);
      },
      'a new file, by a plain form': async () => {
        const file = await newFile();
        return () => desk.inOne(file, 'text/html');
      },
      'the file that is there': async () => {
        const file = await newFile();
        await desk.inOne(file);
        return () => desk.inOne(file);
      },
      'of no product': async () => {
        const file = { ...(await newFile()), product: 'none' };
        return () => desk.inOne(file);
      },
    },
    'admin-restore': {
      'an earlier edition': () => restoring(earlier()),
      'one that is not kept': () => restoring('none'),
      'without a body': send('restore', {}),
    },
  };
};
