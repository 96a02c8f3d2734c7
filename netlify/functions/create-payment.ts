import type { Config } from '@netlify/functions';
import type { Product } from '#contract/catalogue.ts';
import { type CreatePaymentResponse, createPaymentRequest } from '#contract/checkout.ts';
import { catalogue, findByType } from '../catalogue.ts';
import {
  REMEMBERED_IN_SECONDS,
  sealCheckouts,
  startCheckout,
  unsealCheckouts,
  withCheckout,
} from '../checkout/open-checkouts.ts';
import { isForm, readForm, readJson } from '../http/body.ts';
import { cookieHeader, cookieName, readCookie } from '../http/cookie.ts';
import { logError } from '../http/log.ts';
import { seeOther, wantsPage } from '../http/navigation.ts';
import { requireOwnOrigin } from '../http/origin.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { limitRate, preloadStripe, signingSecret, siteUrl, startPorts } from '../services.ts';

await preloadStripe();

/** Remembers the sessions that this buyer has open, so that a second click does not make another. */
const COOKIE = 'open_checkouts';

/** The price is the catalogue's; the browser only names the product. */
const readProduct = async (request: Request): Promise<Product> => {
  const read = isForm(request) ? readForm : readJson;
  const { productType } = await read(request, createPaymentRequest);
  const product = findByType(catalogue, productType);
  if (!product) throw new Problem('invalid_request', 'productType: There is no such product.');
  if (!product.is_active) throw new Problem('not_for_sale', 'This guide is not for sale now.');
  return product;
};

type Begun = { readonly url: string; readonly cookie: string };

const begin = async (request: Request): Promise<Begun> => {
  requireOwnOrigin(request, siteUrl(), 'create-payment');
  const product = await readProduct(request);
  const secret = signingSecret();
  const isSecure = siteUrl().startsWith('https:');
  const name = cookieName(COOKIE, isSecure);
  const type = product.product_type;
  const [, open] = await Promise.all([
    limitRate('create-payment', request), // first, since it throws at once for a flood
    unsealCheckouts(readCookie(request, name), secret),
  ]);
  const { id, url } = await startCheckout(
    startPorts(),
    product,
    catalogue.currency,
    open.get(type),
  );
  const cookie = cookieHeader({
    name,
    value: await sealCheckouts(withCheckout(open, type, id), secret),
    maxAgeInSeconds: REMEMBERED_IN_SECONDS,
    isSecure,
  });
  return { url, cookie };
};

const fromScript = async (request: Request): Promise<Response> => {
  const { url, cookie } = await begin(request);
  const body: CreatePaymentResponse = { url };
  return Response.json(body, { headers: { 'set-cookie': cookie } });
};

/** A parent without JavaScript must meet a page of the shop, not a problem document. */
const fromForm = async (request: Request): Promise<Response> => {
  try {
    const { url, cookie } = await begin(request);
    const response = seeOther(url);
    response.headers.set('set-cookie', cookie);
    return response;
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
