import { ACTIVE } from '../catalogue.ts';
import { buy, control, openSession, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import type { TestShop } from '../shop/shop.ts';
import { type Arrange, type Calls, buyKnown } from './outside-calls.ts';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { deliverNewest } from './stripe-calls.ts';

const NOBODYS = 'cs_test_nobody';
const GUIDE = 'individual_guide_6_10';
/** Files that a bundle brings. */
const FILES = ACTIVE.length;

/** What buyers call, where Stripe sends no webhook by itself. */
export const buyerCalls = (shop: TestShop): Calls => {
  const known = (product: typeof GUIDE | 'bundle' = GUIDE) => buyKnown(shop, product);
  const waiting = async (): Promise<string> => {
    const session = await openSession(shop, GUIDE);
    await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
    await verify(shop, session);
    return session;
  };

  const create = (body: object, headers: Record<string, string> = {}) =>
    shop.post('/api/create-payment', body, headers);

  const verifying = async (session: string | Promise<string>, more: object = {}) => {
    const sessionId = await session;
    return () => shop.post('/api/verify-payment', { sessionId, ...more });
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
  const fetchingRefunded = async () => {
    const session = await known();
    const link = await linkTo(shop, 'guide-1', session);
    await control(shop, 'refund', { session });
    await deliverNewest(shop, 'refund.created');
    return () => shop.call(link);
  };

  const stopping = (secret: string | undefined, init: RequestInit = {}) => {
    const token = stopToken('a'.repeat(32), secret ?? '');
    return () => () => shop.call(`/api/stop-news?token=${token}`, init);
  };
  const { SIGNING_SECRET: ours } = process.env;

  return {
    'opt-out': {
      'its page': [[200, 1, 0, 0, 1], stopping(ours)],
      'stops news': [[200, 1, 0, 0, 1], stopping(ours, { method: 'POST' })],
      'by a token that is not ours': [[404, 0, 0, 0, 0], stopping('another', { method: 'POST' })],
    },
    'create-payment': {
      'a new checkout': [[200, 1, 1, 0, 2], () => () => create({ productType: 'bundle' })],
      'of no product': [[400, 0, 0, 0, 0], () => () => create({ productType: 'nothing' })],
      'from another site': [
        [403, 0, 0, 0, 0],
        () => () => create({ productType: GUIDE }, { origin: 'https://evil.example' }),
      ],
    },
    'verify-payment': {
      'a paid order that is recorded': [[200, 1, 0, 0, 1], () => verifying(known())],
      'a paid order that nobody told of': [[200, 3, 1, 0, 4], () => verifying(buy(shop, GUIDE))],
      'an order that waits for its bank': [[200, 3, 1, 0, 4], () => verifying(waiting())],
      'a session that nobody paid': [[200, 2, 1, 0, 3], () => verifying(NOBODYS)],
      'a guide, with its files': [[200, 1, 0, 1, 2], () => verifying(known(), { files: true })],
      'the bundle, with its files': [
        [200, 1, 0, FILES, 2],
        () => verifying(known('bundle'), { files: true }),
      ],
      'a malformed session': [[400, 0, 0, 0, 0], () => verifying('cs_123')],
    },
    orders: {
      'a paid order that is recorded': [[200, 1, 0, 0, 1], () => reading(known())],
      'a paid order that nobody told of': [[200, 3, 1, 0, 4], () => reading(buy(shop, GUIDE))],
      'a session that nobody paid': [[200, 2, 1, 0, 3], () => reading(NOBODYS)],
      'a malformed session': [[400, 0, 0, 0, 0], () => reading('cs_123')],
    },
    invoice: {
      'of an order without one': [
        [404, 1, 1, 0, 2],
        async () => {
          const session = await known();
          return () => shop.call(`/api/invoice?session_id=${session}`);
        },
      ],
    },
    upgrade: {
      'in a shop that offers none': [
        [403, 2, 0, 0, 2],
        async () => {
          const session_id = await known();
          return () => shop.post('/api/upgrade', { session_id });
        },
      ],
    },
    products: { 'the list': [[200, 0, 0, 0, 0], () => () => shop.call('/api/products')] },
    // A ticket is given only for what the store has, so each file is asked about, once.
    'secure-file-access': {
      'a guide': [[200, 1, 0, 1, 2], () => asking('guide-1', known())],
      'the bundle': [[200, 1, 0, 1, 2], () => asking('bundle', known('bundle'))],
      'a guide that nobody told of': [[200, 3, 1, 1, 5], () => asking('guide-1', buy(shop, GUIDE))],
      'a guide that was not bought': [[403, 1, 0, 0, 1], () => asking('guide-2', known())],
      'of no product': [[404, 0, 0, 0, 0], () => asking('guide-9', known())],
      'a malformed session': [[400, 0, 0, 0, 0], () => asking('guide-1', 'cs_123')],
    },
    // The order and the file are asked for at once, since only this shop makes tickets. What is fetched from its
    // beginning is noted behind its first bytes, by a second request to Redis.
    files: {
      'a guide': [[200, 2, 0, 1, 2], fetching()],
      'its head': [[200, 1, 0, 1, 1], fetching({ method: 'HEAD' })],
      'a part of it': [[206, 1, 0, 1, 1], fetching({ headers: { range: 'bytes=5-9' } })],
      'of an order that was refunded since': [[403, 1, 0, 1, 1], fetchingRefunded],
      'with a forged ticket': [[403, 0, 0, 0, 0], () => () => shop.call('/api/files/forged')],
    },
    // In a shop without mail, as this one: tests/mail/find-purchase-strangers.shop.test.ts has the others.
    'find-purchase': {
      'an address': [
        [503, 0, 0, 0, 0],
        () => () => shop.post('/api/find-purchase', { email: 'parent@example.com' }),
      ],
      'no address': [[400, 0, 0, 0, 0], () => () => shop.post('/api/find-purchase', {})],
    },
    'purchase-page': {
      'a guide': [[200, 1, 0, 1, 2], () => showing(known())],
      'the bundle': [[200, 1, 0, FILES, 2], () => showing(known('bundle'))],
      'a session that nobody paid': [[403, 2, 1, 0, 3], () => showing(NOBODYS)],
    },
    'not-found': {
      'an address where nothing is': [[404, 0, 0, 0, 0], () => () => shop.call('/no-such-page')],
    },
  };
};
