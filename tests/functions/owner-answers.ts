import { orderNumber } from '../../src/contract/order-number.ts';
import type { BeginUploadResponse } from '../../src/contract/shelf.ts';
import { buy } from './buying.ts';
import { fromNewClient, password } from './owner.ts';
import { makePdf } from './pdfs.ts';
import type { TestShop } from './shop.ts';
import { GUIDE, openDesk } from './uploading.ts';

type Call = () => Promise<Response>;

const file = async (title: string) => ({ bytes: await makePdf({ title }) });

/** What each of the owner's functions answers when all goes well, by its name. */
export const ownerAnswers = async (shop: TestShop): Promise<Record<string, readonly Call[]>> => {
  const desk = await openDesk(shop);
  const orderPath = async (): Promise<string> =>
    `/api/admin/orders/${await orderNumber(await buy(shop, 'bundle'))}`;

  const begun = async (title: string) => {
    const chosen = await file(title);
    const { upload }: BeginUploadResponse = await (await desk.begin(chosen)).json();
    return { upload, ...chosen };
  };

  const restore = async () => {
    for (const title of ['An earlier one', 'A later one']) await desk.inOne(await file(title));
    const { earlier } = await desk.shelf();
    return desk.post('/api/admin/restore', { product: GUIDE.product, edition: earlier[0]?.id });
  };

  const logInByForm = () =>
    shop.call('/api/admin/login', {
      method: 'POST',
      body: new URLSearchParams({ password: password() }),
      headers: { accept: 'text/html', ...fromNewClient() },
    });

  return {
    'admin-desk': [() => desk.call('/admin-desk')],
    'admin-find-order': [() => desk.post('/api/admin/find-order', { query: 'none' })],
    'admin-guide': [() => desk.call(`/api/admin/guide?product=${GUIDE.product}`)],
    'admin-login': [
      () => shop.post('/api/admin/login', { password: password() }, fromNewClient()),
      () => logInByForm(),
    ],
    'admin-logout': [() => desk.post('/api/admin/logout', {})],
    'admin-order': [async () => desk.call(await orderPath())],
    'admin-order-access': [
      async () => desk.post(`${await orderPath()}/access`, { access: 'blocked' }),
    ],
    'admin-orders': [() => desk.call('/api/admin/orders')],
    'admin-orders-csv': [() => desk.call('/api/admin/orders.csv')],
    'admin-reconciler': [() => desk.call('/api/admin/reconciler')],
    'admin-restore': [restore],
    'admin-sales': [() => desk.call('/api/admin/sales?range=7')],
    'admin-session': [() => desk.call('/api/admin/session')],
    'admin-shelf': [() => desk.call('/api/admin/shelf')],
    'admin-upload': [
      async () => {
        const { upload } = await begun('To be dropped');
        return desk.call(`/api/admin/uploads/${upload}`, { method: 'DELETE' });
      },
    ],
    'admin-upload-part': [
      async () => {
        const { upload, bytes } = await begun('In one part');
        return desk.put(upload, 0, bytes);
      },
    ],
    'admin-upload-publish': [async () => desk.inParts(await file('In parts'))],
    'admin-uploads': [async () => desk.begin(await file('Just begun'))],
    upload: [
      async () => desk.inOne(await file('In one')),
      async () => desk.inOne(await file('In one, by a form'), 'text/html'),
    ],
  };
};
