import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import { type CreatePaymentResponse, createPaymentRequest } from '#contract/checkout.ts';
import { catalogue, findByType } from '../catalogue.ts';
import { isForm, readFields } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { seeOther, wantsPage } from '../http/navigation.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { limitPayments } from '../http/rate-limiter.ts';
import { getEnv } from '../env.ts';
import { preloadStripe } from '../clients/stripe.ts';
import { startCheckout } from '../checkout/stripe-checkout.ts';

await preloadStripe();

/** The price is the catalogue's; the browser only names the product. */
const readProduct = async (request: Request): Promise<Product> => {
  const { productType } = await readFields(request, createPaymentRequest);
  const product = findByType(catalogue, productType);
  if (!product) throw new Problem('invalid_request', 'productType: There is no such product.');
  if (!product.is_active) throw new Problem('not_for_sale', 'This guide is not for sale now.');
  return product;
};

/** Answers the address of Stripe's payment page. */
const begin = async (request: Request): Promise<string> => {
  requireOwnOrigin(request, getEnv().PUBLIC_SITE_URL, 'create-payment');
  const product = await readProduct(request);
  await limitPayments(request);
  return startCheckout(product, catalogue.currency);
};

const fromScript = async (request: Request): Promise<Response> => {
  const body: CreatePaymentResponse = { url: await begin(request) };
  return Response.json(body);
};

/** A parent without JavaScript gets a page of the shop, not a problem document. */
const fromForm = async (request: Request): Promise<Response> => {
  try {
    return seeOther(await begin(request));
  } catch (error) {
    if (!wantsPage(request)) throw error;
    if (!(error instanceof Problem)) logError(error);
    return seeOther('/payment-error');
  }
};

export const config: Config = { path: '/api/create-payment' };

export default route(config, {
  POST: (request) => (isForm(request) ? fromForm(request) : fromScript(request)),
});
