import { sealTicket } from '../../netlify/downloads/access.ts';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { buyerKey } from '../../netlify/platform/buyer-key.ts';
import {
  buyElsewhere,
  control,
  openSession,
  setFaults,
  signatureOf,
  verify,
} from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import type { TestShop } from '../shop/shop.ts';
import { type Case, get, post } from './requests.ts';

export const BUYER = { email: 'someone.private@buyer.example', name: 'Perdita Nobodyelse' };
const FORM = 'application/x-www-form-urlencoded';
const GUIDE = 'individual_guide_6_10';

/** A shop with buyers who paid, who didn't, who got their money back, and of another shop. */
export const setStage = async (shop: TestShop) => {
  await setFaults(shop, { webhooks: { hold: true } });
  const buy = async (type: string, more: object = {}): Promise<string> => {
    const session = await openSession(shop, type);
    await control(shop, 'pay', { session, ...BUYER, ...more });
    await verify(shop, session);
    return session;
  };
  const [guide, all, refunded] = [await buy(GUIDE), await buy('bundle'), await buy(GUIDE)];
  const open = [await linkTo(shop, 'guide-1', guide), await linkTo(shop, 'bundle', all)];
  const expired = { sessionId: guide, productId: 'guide-1', expiresAt: 1 };
  const closed = [
    await linkTo(shop, 'guide-1', refunded),
    `/api/files/${await sealTicket(expired)}`,
  ];
  await control(shop, 'refund', { session: refunded });
  await shop.runSchedule();
  const others = [
    refunded,
    await buy(GUIDE, { method: 'bank' }),
    await openSession(shop, GUIDE),
    await buyElsewhere(shop, BUYER),
  ];
  const ofSession = (id: string): Case[] => [
    post('/api/verify-payment', JSON.stringify({ sessionId: id, files: true })),
    get(`/api/orders?session_id=${id}`),
    post('/api/secure-file-access', JSON.stringify({ product_id: 'guide-1', session_id: id })),
    post(`/guide-download?session_id=${id}`, '', FORM),
    post(`/api/withdraw?session_id=${id}`, '', FORM),
  ];
  const { data: events } = await shop.stripe.events.list({ limit: 5 });
  const signed = events.map((event): Case => {
    const payload = JSON.stringify(event);
    const header = signatureOf(shop, payload);
    return post('/api/stripe-webhook', payload, 'application/json', ['stripe-signature', header]);
  });
  return {
    paid: [guide, all],
    others,
    /** The links that open a file. */
    open,
    /** Requests that a browser, Stripe or the schedule would send. */
    right: [
      ...[guide, all, ...others, 'cs_test_n0b0dy'].flatMap(ofSession),
      ...[...open, ...closed].flatMap((link) => [get(link), get(link, ['range', 'bytes=1-20'])]),
      ...signed,
      post('/api/create-payment', JSON.stringify({ productType: GUIDE })),
      post('/api/create-payment', `productType=${GUIDE}`, FORM),
      post('/api/find-purchase', JSON.stringify({ email: BUYER.email })),
      post('/api/find-purchase', 'email=nobody@a.example', FORM),
      get(unsubscribeLink(buyerKey(BUYER.email)).replace(shop.siteUrl, '')),
      post('/api/admin/login', JSON.stringify({ password: 'x' })),
      ...['/api/products', '/api/health', '/api/admin/orders', '/none'].map((path) => get(path)),
      post('/.netlify/functions/jobs'),
    ],
  };
};
