import { createOrderPages } from '../adapters/order-pages-redis.ts';
import type { DeskPorts } from '../domain/desk.ts';
import { getEnv, isLive } from '../env.ts';
import { once } from './once.ts';
import { orders } from './orders.ts';
import { orderKeys, redisClient } from './redis.ts';
import { now } from './settings.ts';
import { checkout } from './stripe.ts';

/** What the owner sees of the orders, and does to them. */
export const deskPorts = once((): DeskPorts => ({
  checkout: checkout(),
  orders: { ...orders(), ...createOrderPages({ ...redisClient(), keys: orderKeys() }) },
  now,
}));

/** Where a payment stands at Stripe; the stand-in has one page for all. */
export const paymentUrl = (paymentId: string): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const mode = isLive() ? '' : '/test';
  return `https://dashboard.stripe.com${mode}/payments/${paymentId}`;
};
