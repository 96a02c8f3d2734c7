import { type Env, getEnv } from './env.ts';
import { isLoopback } from './loopback.ts';

/**
 * Whether emails may be sent. A shop on a developer's machine with a real Stripe key must not: it would find the live
 * shop's buyers and send them links to that machine.
 */
const mayMail = (given: Pick<Env, 'PUBLIC_SITE_URL' | 'STRIPE_API_URL'>): boolean =>
  given.STRIPE_API_URL !== undefined || !isLoopback(new URL(given.PUBLIC_SITE_URL));

/** Whether the shop sends emails, and so may promise them. */
export const sendsMail = (): boolean => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from } = getEnv();
  return apiKey !== undefined && from !== undefined && mayMail(getEnv());
};

/** The address for the owner's alerts; null if none is set, or the shop sends no emails. */
export const ownerAddress = (): string | null =>
  (sendsMail() ? getEnv().OWNER_EMAIL : undefined) ?? null;
