import { type Env, getEnv } from './env.ts';
import { isLoopback } from './loopback.ts';

/**
 * Returns false for a shop on a developer's machine that uses the real Stripe. Such a shop would
 * send the live shop's buyers links to that machine.
 */
const mayEmailBuyers = (env: Env): boolean =>
  env.STRIPE_API_URL !== undefined || !isLoopback(new URL(env.PUBLIC_SITE_URL));

/** Check this before the shop sends or promises an email. */
export const sendsMail = (): boolean => {
  const env = getEnv();
  const hasMailService = env.MAIL_API_KEY !== undefined && env.MAIL_FROM !== undefined;
  return hasMailService && mayEmailBuyers(env);
};

export const ownerAddress = (): string | null => {
  if (!sendsMail()) return null;
  return getEnv().OWNER_EMAIL ?? null;
};
