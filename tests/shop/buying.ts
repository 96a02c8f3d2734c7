import { expect } from 'vitest';
import type { ProductType } from '../../src/contract/catalog.ts';
import { sessionIn } from '../buyer.ts';
import { type TestShop, jsonPost } from './shop.ts';

/**
 * Simulates an action by a buyer, a bank or the owner at the Stripe stand-in. Returns the changed
 * object.
 *
 *     control(shop, 'refund', { session, amount: 100 })
 */
export const control = async (shop: TestShop, name: string, body: object) => {
  const response = await shop.control(`/_control/${name}`, jsonPost(body));
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  const changed: { id: string } = await response.json();
  return changed;
};

/** Sets how Stripe's events are delivered and how its API fails. `{}` clears all faults. */
export const setFaults = async (shop: TestShop, faults: object): Promise<void> => {
  const response = await shop.control('/_control/faults', { ...jsonPost(faults), method: 'PUT' });
  expect(response.status).toBeLessThan(300);
};

/** Opens a checkout session without paying. Returns its id. */
export const openSession = async (shop: TestShop, productType: ProductType): Promise<string> => {
  const response = await shop.post('/api/create-payment', { productType });
  return sessionIn((await response.json()).url);
};

/** Retrieves the checkout session that a response from create-payment links to. */
export const checkoutIn = async (shop: TestShop, response: Response) => {
  expect(response.status).toBe(200);
  return shop.stripe.checkout.sessions.retrieve(sessionIn((await response.json()).url));
};

/** Buys a product by card. The webhook is delivered unless the faults prevent it. */
export const buy = async (shop: TestShop, productType: ProductType): Promise<string> => {
  const session = await openSession(shop, productType);
  await control(shop, 'pay', { session, card: '4242424242424242' });
  return session;
};

type SessionFields = {
  readonly name: string;
  /** In minor units. */
  readonly amount: number;
  readonly successUrl: string;
  readonly metadata?: Record<string, string>;
};

/** Opens a checkout session at Stripe, without the shop. Returns its id. */
export const openAtStripe = async (
  { stripe }: TestShop,
  { name, amount, successUrl, metadata = {} }: SessionFields,
): Promise<string> => {
  const price = { currency: 'usd', unit_amount: amount, product_data: { name } };
  const { id } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    metadata,
    success_url: successUrl,
  });
  return id;
};

/** Pays for a session of another seller on the same Stripe account. Returns its id. */
export const buyElsewhere = async (shop: TestShop, more: object = {}): Promise<string> => {
  const kite = { name: 'A kite', amount: 1999, successUrl: 'https://kites.example' };
  const session = await openAtStripe(shop, kite);
  await control(shop, 'pay', { session, ...more });
  return session;
};

/** The Redis keys of all orders. */
export const orderKeys = (shop: TestShop): Promise<string[]> => shop.redis.keys('order:*');

export const verify = async (shop: TestShop, sessionId: string) =>
  (await shop.post('/api/verify-payment', { sessionId })).json();

/** Buys a product by card and has the shop record the order. Returns the session id. */
export const buyKnown = async (shop: TestShop, product: ProductType): Promise<string> => {
  const session = await buy(shop, product);
  await verify(shop, session);
  return session;
};

/** Stripe's signature of an event that was sent `age` seconds ago. */
export const signatureOf = (
  { stripe, webhookSecret }: TestShop,
  payload: string,
  { secret = webhookSecret, age = 0 } = {},
): string => {
  const timestamp = Math.floor(Date.now() / 1000) - age;
  return stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
};

/** Sends a body to the webhook. If `signature` is null, sends no signature header. */
export const sendEvent = (
  shop: TestShop,
  body: string,
  signature: string | null = signatureOf(shop, body),
): Promise<Response> => {
  const headers = signature === null ? {} : { 'stripe-signature': signature };
  return shop.call('/api/stripe-webhook', { method: 'POST', body, headers });
};

/** Delivers a signed event, as Stripe does. */
export const deliver = (shop: TestShop, event: unknown): Promise<Response> =>
  sendEvent(shop, JSON.stringify(event));

/** Reads the newest event of a type. Returns a function that delivers it. */
export const deliveryOf = async (shop: TestShop, type: string) => {
  const { data } = await shop.stripe.events.list({ types: [type], limit: 1 });
  return (): Promise<Response> => deliver(shop, data[0]);
};

/** Waits for the status, since the stand-in delivers webhooks asynchronously. */
export const expectStatus = async (shop: TestShop, sessionId: string, status: string) => {
  await expect.poll(async () => (await verify(shop, sessionId)).status).toBe(status);
};

export const access = (shop: TestShop, product_id: string, session_id: string) =>
  shop.post('/api/secure-file-access', { product_id, session_id });
