import generated from '#generated';
import { getEnv } from './env.ts';

/** The deploy's context. A call by the schedule may come without one. */
export const deployContext = (): string =>
  globalThis.Netlify?.context?.deploy.context || generated.context;

/** Whether payments by this key of Stripe's are real. */
export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey);

/** Whether payments are real. */
export const isLive = (): boolean => isLiveKey(getEnv().STRIPE_SECRET_KEY);

/**
 * The part of every key that separates deploys and Stripe's modes. Without the mode, an order paid with a test card before
 * the opening would still open files after it.
 */
export const ordersContext = (): string => (isLive() ? `${deployContext()}-live` : deployContext());
