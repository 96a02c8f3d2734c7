import { type FulfilPorts, currentOrder } from './fulfil.ts';
import type { Order } from './orders.ts';

/**
 * The order of a session, for a caller who is still being counted: both questions travel to Redis
 * together, and Stripe is asked only once the caller is admitted. Throws what `admitted` throws.
 */
export const lookUpOrder = async (
  ports: FulfilPorts,
  admitted: Promise<void>,
  sessionId: string,
  note?: string,
): Promise<Order | null> => {
  const find: FulfilPorts['checkout']['find'] = async (id) => {
    await admitted;
    return ports.checkout.find(id);
  };
  const asked = { ...ports, checkout: { ...ports.checkout, find } };
  const [order] = await Promise.all([currentOrder(asked, sessionId, note), admitted]);
  return order;
};
