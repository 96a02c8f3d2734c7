import generated from '#generated';
import { getEnv } from './env.ts';

/**
 * Returns "production", "deploy-preview", a branch's context, or "dev". Uses the context from the
 * build if Netlify passes none, as can happen in a scheduled call.
 */
export const deployContext = (): string =>
  globalThis.Netlify?.context?.deploy.context || generated.context;

export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey);

export const isLive = (): boolean => isLiveKey(getEnv().STRIPE_SECRET_KEY);

/**
 * The part of every Redis key that separates deploy contexts and Stripe's modes. Without the mode,
 * an order paid with a test card before the launch would still give access to files afterward.
 */
export const ordersContext = (): string => (isLive() ? `${deployContext()}-live` : deployContext());

let siteOfCommand: string | undefined;

/** Only for the owner's commands, which run outside Netlify. */
export const setCurrentSite = (siteId: string, context: string): void => {
  siteOfCommand = `${siteId}/${context}`;
};

/**
 * The site and its deploy context, as in "1a2b3c4d/production"; null outside Netlify. It stays the
 * same when the domain changes.
 */
export const currentSite = (): string | null => {
  if (siteOfCommand !== undefined) return siteOfCommand;
  // docs.netlify.com/build/functions/environment-variables
  const { SITE_ID: siteId } = process.env;
  return siteId ? `${siteId}/${deployContext()}` : null;
};
