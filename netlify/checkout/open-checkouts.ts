import * as z from 'zod/mini';
import type { Product, ProductType } from '#contract/catalogue.ts';
import { sessionIdSchema } from '#contract/orders.ts';
import { productTypeSchema } from '#contract/checkout.ts';
import { seal, unseal } from '../seal.ts';

/** The session that a buyer has open for each product, the latest last. */
export type OpenCheckouts = ReadonlyMap<ProductType, string>;

/**
 * Long enough to look for a card, though Stripe lets a session live for 24 h: who buys next on a shared
 * device would pay for a session whose id, the key to its files, the one before them may have kept.
 */
export const REMEMBERED_IN_SECONDS = 3600;

/** A cookie holds 4096 bytes; these take about 900. */
const MAX_REMEMBERED = 8;

const PURPOSE = 'open-checkouts';
const entriesSchema = z
  .array(z.tuple([productTypeSchema, sessionIdSchema]))
  .check(z.maxLength(MAX_REMEMBERED));

/** What this shop has sealed for a buyer; nothing of what anybody else may have sent. */
export const unsealCheckouts = async (
  sealed: string | null,
  secret: string,
): Promise<OpenCheckouts> =>
  new Map(sealed === null ? [] : await unseal(PURPOSE, entriesSchema, sealed, secret));

export const sealCheckouts = (checkouts: OpenCheckouts, secret: string): Promise<string> =>
  seal(PURPOSE, [...checkouts], secret);

/** With this session as the product's; the oldest are forgotten. */
export const withCheckout = (
  checkouts: OpenCheckouts,
  productType: ProductType,
  sessionId: string,
): OpenCheckouts => {
  const others = [...checkouts].filter(([type]) => type !== productType);
  return new Map([...others, [productType, sessionId] as const].slice(-MAX_REMEMBERED));
};

/** A session that can still be paid. */
export type OpenCheckout = {
  readonly id: string;
  /** Of the payment page. */
  readonly url: string;
  readonly productType: ProductType;
  readonly amountInCents: number | null;
  /** ISO 4217, lower case. */
  readonly currency: string | null;
  /** Unix time in seconds. */
  readonly createdAt: number;
};

type Started = Pick<OpenCheckout, 'id' | 'url'>;

export type StartPorts = {
  readonly checkout: {
    readonly start: (product: Product, currency: string) => Promise<Started>;
    /** null for a session that cannot be paid any more, or never was. */
    readonly findOpen: (sessionId: string) => Promise<OpenCheckout | null>;
  };
  /** Unix time in seconds. */
  readonly now: () => number;
};

/**
 * A payment page for one product: the one that this buyer has open, if it still sells the same at the
 * same price, else a new one. Throws when Stripe cannot open one.
 */
export const startCheckout = async (
  { checkout, now }: StartPorts,
  product: Product,
  currency: string,
  known: string | undefined,
): Promise<Started> => {
  // If Stripe cannot be asked, opening a new session will show whether it can be reached at all.
  const open = known === undefined ? null : await checkout.findOpen(known).catch(() => null);
  const isReusable =
    open?.productType === product.product_type &&
    open.amountInCents === product.price_in_cents &&
    open.currency === currency &&
    // A cookie may be kept for longer than it was given for.
    now() - open.createdAt < REMEMBERED_IN_SECONDS;
  return isReusable ? open : checkout.start(product, currency);
};
