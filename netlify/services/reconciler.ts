import './stripe-at-once.ts';
import { createHistory } from '../adapters/history-stripe.ts';
import { EVENT_TYPES, toEvent } from '../adapters/webhook-stripe.ts';
import type { ReconcilePorts } from '../domain/reconcile.ts';
import { logError } from '../http/log.ts';
import { once } from './once.ts';
import { orderPorts, orders } from './orders.ts';
import { sessionReader, stripeClient } from './stripe.ts';

export const reconcilePorts = once((): ReconcilePorts => ({
  ...orderPorts(),
  orders: orders(),
  history: createHistory({
    ...stripeClient(),
    ...sessionReader(),
    toEvent,
    eventTypes: EVENT_TYPES,
  }),
  onFailed: logError,
}));
