import './stripe-at-once.ts';
import { createWebhook } from '../adapters/webhook-stripe.ts';
import { getEnv } from '../env.ts';
import { once } from './once.ts';

export const webhook = once(() => createWebhook(getEnv().STRIPE_WEBHOOK_SECRET));
