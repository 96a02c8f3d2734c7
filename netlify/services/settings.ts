import { getEnv } from '../env.ts';

/** Unix time in seconds. */
export const now = (): number => Math.floor(Date.now() / 1000);

export const siteUrl = (): string => getEnv().PUBLIC_SITE_URL;

export const signingSecret = (): string => getEnv().SIGNING_SECRET;
