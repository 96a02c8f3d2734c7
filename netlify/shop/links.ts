import type { ProductType } from '#contract/catalog.ts';
import { getEnv } from '../platform/env.ts';

/** Whoever has the link can open the order and its files. */
export const linkToOrder = (path: string, sessionId: string): string =>
  `${getEnv().PUBLIC_SITE_URL}${path}?${new URLSearchParams({ session_id: sessionId })}`;

export const downloadLink = (sessionId: string): string =>
  linkToOrder('/guide-download', sessionId);

/** How long a link to a file works. The download page creates new links. */
export const LINK_LIFETIME_IN_HOURS = 24;

export const coverUrl = (productType: ProductType): string =>
  `${getEnv().PUBLIC_SITE_URL}/covers/${productType}.png`;
