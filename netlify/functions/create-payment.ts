import type { Config } from '@netlify/functions';
import * as z from 'zod/mini';
import { type Product, type ProductType, isForSale } from '#contract/catalog.ts';
import type { CreatePaymentResponse } from '#contract/orders.ts';
import { readFormOrJson } from '../http/body.ts';
import { clientIdOf } from '../http/client-id.ts';
import { type FormResult, respondToForm, seeOther } from '../http/form-post.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { limitShared } from '../http/shared-limits.ts';
import { getEnv } from '../platform/env.ts';
import { catalog, findByType } from '../shop/catalog.ts';
import { createCheckoutSession } from '../stripe/checkout.ts';
import { loadStripe } from '../stripe/client.ts';

await loadStripe();

const createPaymentRequest = z.strictObject({
  productType: z.string(),
  /** The promotion code from the buyer's link. */
  code: z.optional(z.string()),
});

const requireForSale = (productType: ProductType): Product => {
  const product = findByType(catalog, productType);
  if (!product) throw new Problem('invalid_request', 'productType: This product doesn’t exist.');
  if (!isForSale(product))
    throw new Problem('not_for_sale', 'This guide isn’t for sale right now.');
  return product;
};

const openCheckout = async (request: Request): Promise<FormResult> => {
  requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'create-payment');
  const { productType, code } = await readFormOrJson(request, createPaymentRequest);
  const product = requireForSale(productType);
  await limitShared('checkout', clientIdOf(request));
  const url = await createCheckoutSession(product, code);
  return { response: Response.json({ url } satisfies CreatePaymentResponse), redirectTo: url };
};

export const config: Config = { path: '/api/create-payment' };

export default route(config, {
  POST: (request) => respondToForm(request, openCheckout, () => seeOther('/payment-error')),
});
