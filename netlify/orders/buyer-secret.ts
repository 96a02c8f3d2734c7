import { callRedis } from '../platform/redis.ts';
import { buyerSecretFingerprint } from '../shop/buyer-hash.ts';
import { orderKeys } from './keys.ts';

/** Whether the stored buyer hashes were made with the current secret. True for an empty store. */
export const isBuyerSecretOfStore = async (): Promise<boolean> => {
  const stored = await callRedis<string | null>((pipeline) =>
    pipeline.get(orderKeys.buyerSecret()),
  );
  return stored === null || stored === buyerSecretFingerprint();
};

/**
 * Records that the stored buyer hashes were made with the current secret. The caller must then read
 * all orders from Stripe again, which replaces their hashes.
 */
export const replaceBuyerSecretOfStore = async (): Promise<void> => {
  await callRedis((pipeline) => pipeline.set(orderKeys.buyerSecret(), buyerSecretFingerprint()));
};
