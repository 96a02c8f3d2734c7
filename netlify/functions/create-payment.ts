import type { Config } from '@netlify/functions';
import * as z from 'zod/mini';
import type { Product, ProductType } from '#contract/catalog.ts';
import type { CreatePaymentResponse } from '#contract/orders.ts';
import { catalog, findByType } from '../shop/catalog.ts';
import { createCheckoutSession } from '../stripe/checkout.ts';
import { loadStripe } from '../stripe/client.ts';
import { getEnv } from '../platform/env.ts';
import { readFormOrJson } from '../http/body.ts';
import { respondToForm, seeOther } from '../http/form-post.ts';
import { route } from '../http/route.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { clientOf } from '../http/client.ts';
import { limitShared } from '../http/shared-limits.ts';

await loadStripe();

const createPaymentRequest = z.strictObject({
  productType: z.string(),
  /** As in the link that led the buyer to the shop; '' for none. */
  code: z.optional(z.string()),
});

/** The price is the catalog's; the browser only names the product. */
const findForSale = (productType: ProductType): Product => {
  const product = findByType(catalog, productType);
  if (!product) throw new Problem('invalid_request', 'productType: There’s no such product.');
  if (!product.is_active) throw new Problem('not_for_sale', 'This guide isn’t for sale right now.');
  return product;
};

/** Opens a checkout session and leads to its payment page. */
const begin = async (request: Request) => {
  requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'create-payment');
  const { productType, code } = await readFormOrJson(request, createPaymentRequest);
  const product = findForSale(productType);
  await limitShared('checkout', clientOf(request));
  const url = await createCheckoutSession(product, code);
  return { toScript: Response.json({ url } satisfies CreatePaymentResponse), toPage: url };
};

export const config: Config = { path: '/api/create-payment' };

export default route(config, {
  POST: (request) => respondToForm(request, begin, () => seeOther('/payment-error')),
});
