import { callRedis } from '../platform/redis.ts';
import { buyerSecretFingerprint } from '../shop/buyer-hash.ts';
import { orderKeys } from './keys.ts';

/** Whether the stored orders know their buyers by the present secret. True for an empty store. */
export const isBuyerSecretOfStore = async (): Promise<boolean> => {
  const stored = await callRedis<string | null>((pipeline) =>
    pipeline.get(orderKeys.buyerSecret()),
  );
  return stored === null || stored === buyerSecretFingerprint();
};

/** Call it before all orders are read from Stripe again. */
export const replaceBuyerSecretOfStore = async (): Promise<void> => {
  await callRedis((pipeline) => pipeline.set(orderKeys.buyerSecret(), buyerSecretFingerprint()));
};
