import type { FindOrderResponse, OrderPage } from '../../src/contract/admin-orders.ts';
import type { FileAccessResponse } from '../../src/contract/downloads.ts';
import { PRODUCTS } from '../catalogue.ts';
import { access, verify } from '../shop/buying.ts';
import { bytesOf } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import type { TestShop } from '../shop/shop.ts';

type Owner = Awaited<ReturnType<typeof ownerClient>>;

const json = async (response: Response) => [response.status, await response.json()] as const;

const accessTo = async (shop: TestShop, session: string, product: string) => {
  const response = await access(shop, product, session);
  if (!response.ok) return response.status;
  const { files }: FileAccessResponse = await response.json();
  // Their addresses are others each time.
  return files.map(({ fileName }) => fileName);
};

const buyerAnswers = async (shop: TestShop, session: string) => ({
  order: await json(await shop.call(`/api/orders?session_id=${session}`)),
  verified: await verify(shop, session),
  files: await Promise.all(PRODUCTS.map(({ id }) => accessTo(shop, session, id))),
});

const find = async (owner: Owner, query: string): Promise<FindOrderResponse> =>
  (await owner.post('/api/admin/find-order', { query })).json();

const ownerAnswers = async (owner: Owner, session: string) => {
  const bySession = await find(owner, session);
  const { number = '', reference = '' } = bySession.order ?? {};
  return {
    bySession,
    byNumber: await find(owner, number),
    byReference: await find(owner, reference),
    detail: await json(await owner.call(`/api/admin/orders/${number}`)),
  };
};

const listOf = async (owner: Owner) => {
  const { next, ...page }: OrderPage = await (await owner.call('/api/admin/orders')).json();
  return { ...page, hasMore: next !== null };
};

/** What buyers of these sessions and the owner read of a shop. */
export const answersOf = async (shop: TestShop, sessions: readonly string[]) => {
  const owner = await ownerClient(shop);
  const sales = ['today', '7', '30', '90', 'all'].map(async (range) =>
    json(await owner.call(`/api/admin/sales?range=${range}`)),
  );
  return {
    buyers: await Promise.all(sessions.map((session) => buyerAnswers(shop, session))),
    owner: await Promise.all(sessions.map((session) => ownerAnswers(owner, session))),
    list: await listOf(owner),
    sales: await Promise.all(sales),
    csv: await (await owner.call('/api/admin/orders.csv')).text(),
    guides: await json(await owner.call('/api/admin/guides')),
  };
};

/** What a buyer downloads of a product. */
export const download = async (
  shop: TestShop,
  session: string,
  product: string,
): Promise<Buffer> => {
  const { files }: FileAccessResponse = await (await access(shop, product, session)).json();
  const response = await shop.call(files[0]?.downloadUrl ?? '');
  return bytesOf(response);
};
