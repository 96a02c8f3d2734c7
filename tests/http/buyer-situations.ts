import { buy, deed, openSession, verify } from '../shop/buying.ts';
import { archiveLink, linkTo } from '../shop/downloading.ts';
import type { Arrange, Situations } from './outside-calls.ts';
import type { TestShop } from '../shop/shop.ts';
import { deliverNewest } from './stripe-situations.ts';

type BuyersFunctions =
  | 'create-payment'
  | 'verify-payment'
  | 'orders'
  | 'products'
  | 'secure-file-access'
  | 'files'
  | 'purchase-page'
  | 'not-found';

const NOBODYS = 'cs_test_nobody';
const GUIDE = 'individual_guide_6_10';

/** What buyers call, where Stripe sends no webhook by itself. */
export const buyerSituations = (shop: TestShop): Situations<BuyersFunctions> => {
  /** An order that the shop knows of. */
  const known = async (product: typeof GUIDE | 'bundle' = GUIDE): Promise<string> => {
    const session = await buy(shop, product);
    await verify(shop, session);
    return session;
  };
  const waiting = async (): Promise<string> => {
    const session = await openSession(shop, GUIDE);
    await deed(shop, 'pay', { session, method: 'bank', settle: 'never' });
    await verify(shop, session);
    return session;
  };

  const create = (body: object, headers: Record<string, string> = {}) =>
    shop.post('/api/create-payment', body, headers);
  const createByForm = () => {
    const body = new URLSearchParams({ productType: GUIDE });
    const headers = { accept: 'text/html' };
    return shop.call('/api/create-payment', { method: 'POST', body, headers });
  };
  const opened = async (end?: (session: string) => Promise<unknown>) => {
    const first = await create({ productType: GUIDE });
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    await end?.(/cs_test_\w+/.exec((await first.json()).url)?.[0] ?? '');
    return () => create({ productType: GUIDE }, { cookie });
  };

  const verifying = async (session: string | Promise<string>) => {
    const sessionId = await session;
    return () => shop.post('/api/verify-payment', { sessionId });
  };
  const reading = async (session: string | Promise<string>) => {
    const address = `/api/orders?session_id=${await session}`;
    return () => shop.call(address);
  };
  const asking = async (product_id: string, session: string | Promise<string>) => {
    const session_id = await session;
    return () => shop.post('/api/secure-file-access', { product_id, session_id });
  };
  const showing = async (session: string | Promise<string>) => {
    const address = `/guide-download?session_id=${await session}`;
    return () => shop.call(address, { method: 'POST' });
  };
  const fetching =
    (init: RequestInit = {}): Arrange =>
    async () => {
      const link = await linkTo(shop, 'guide-1', await known());
      return () => shop.call(link, init);
    };
  const fetchingAll =
    (init: RequestInit = {}): Arrange =>
    async () => {
      const link = await archiveLink(shop, await known('bundle'));
      return () => shop.call(link, init);
    };

  return {
    'create-payment': {
      'a new checkout': () => () => create({ productType: 'bundle' }),
      'a new checkout, by a plain form': () => createByForm,
      'one that is still open': () => opened(),
      'one that was open and is paid by now': () =>
        opened((session) => deed(shop, 'pay', { session })),
      'of no product': () => () => create({ productType: 'nothing' }),
      'without a body': () => () => create({}),
      'from another site': () => () =>
        create({ productType: GUIDE }, { origin: 'https://evil.example' }),
    },
    'verify-payment': {
      'a paid order that is recorded': () => verifying(known()),
      'a paid order that nobody told of': () => verifying(buy(shop, GUIDE)),
      'an order that waits for its bank': () => verifying(waiting()),
      'a session that nobody paid': () => verifying(NOBODYS),
      'without a session': () => () => shop.post('/api/verify-payment', {}),
    },
    orders: {
      'a paid order that is recorded': () => reading(known()),
      'a paid order that nobody told of': () => reading(buy(shop, GUIDE)),
      'a session that nobody paid': () => reading(NOBODYS),
      'without a session': () => () => shop.call('/api/orders'),
    },
    products: { 'the list': () => () => shop.call('/api/products') },
    'secure-file-access': {
      'a guide': () => asking('guide-1', known()),
      'the bundle, with its archive': () => asking('bundle', known('bundle')),
      'a guide that nobody told of': () => asking('guide-1', buy(shop, GUIDE)),
      'a guide that was not bought': () => asking('guide-2', known()),
      'of no product': () => asking('guide-9', known()),
      'without a body': () => () => shop.post('/api/secure-file-access', {}),
    },
    files: {
      'a guide': fetching(),
      'its head': fetching({ method: 'HEAD' }),
      'a part of it': fetching({ headers: { range: 'bytes=5-9' } }),
      'a part that it does not have': fetching({ headers: { range: 'bytes=99999999-' } }),
      'a copy that is there already': fetching({ headers: { 'if-none-match': '*' } }),
      'the archive': fetchingAll(),
      'its first bytes': fetchingAll({ headers: { range: 'bytes=0-9' } }),
      'the head of the archive': fetchingAll({ method: 'HEAD' }),
      'of an order that was refunded since': async () => {
        const session = await known();
        const link = await linkTo(shop, 'guide-1', session);
        await deed(shop, 'refund', { session });
        await deliverNewest(shop, 'refund.created');
        return () => shop.call(link);
      },
      'with a forged ticket': () => () => shop.call('/api/files/forged'),
    },
    'purchase-page': {
      'a guide': () => showing(known()),
      'the bundle, with its archive': () => showing(known('bundle')),
      'a session that nobody paid': () => showing(NOBODYS),
      'without a session': () => () => shop.call('/guide-download', { method: 'POST' }),
    },
    'not-found': { 'an address where nothing is': () => () => shop.call('/no-such-page') },
  };
};
