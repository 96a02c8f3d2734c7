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
 * Accepts the current secret. Call this before reading all orders from Stripe again, which stores
 * their new buyer hashes.
 */
export const replaceBuyerSecretOfStore = async (): Promise<void> => {
  await callRedis((pipeline) => pipeline.set(orderKeys.buyerSecret(), buyerSecretFingerprint()));
};
