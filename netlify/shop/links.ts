import type { ProductType } from '#contract/catalog.ts';
import { getEnv } from '../platform/env.ts';

/** An address of the shop that names an order by its session, the buyer's key. */
export const linkToOrder = (path: string, sessionId: string): string =>
  `${getEnv().PUBLIC_SITE_URL}${path}?${new URLSearchParams({ session_id: sessionId })}`;

/** The address of an order's download page. Whoever has it has the files. */
export const downloadLink = (sessionId: string): string =>
  linkToOrder('/guide-download', sessionId);

/** How long the link to a file works. A download page makes new ones. */
export const LINK_LIFETIME_IN_HOURS = 24;

/** The picture of a product's cover, which emails show. */
export const coverUrl = (productType: ProductType): string =>
  `${getEnv().PUBLIC_SITE_URL}/covers/${productType}.png`;
