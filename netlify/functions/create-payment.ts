import type { Config } from '@netlify/functions';
import { type CreatePaymentResponse, createPaymentRequest } from '#contract/checkout.ts';
import { findByType } from '../domain/catalogue.ts';
import { isForm, readForm, readJson } from '../http/body.ts';
import { logError } from '../http/log.ts';
import { seeOther, wantsPage } from '../http/navigation.ts';
import { Problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { catalogue, checkout } from '../services.ts';

/** The price is the catalogue's; the browser only names the product. */
const start = async (request: Request): Promise<string> => {
  const read = isForm(request) ? readForm : readJson;
  const { productType } = await read(request, createPaymentRequest);
  const product = findByType(catalogue, productType);
  if (!product) throw new Problem('invalid_request', 'productType: There is no such product.');
  if (!product.is_active) throw new Problem('not_for_sale', 'This guide is not for sale now.');
  return checkout().start(product, catalogue.currency);
};

const fromScript = async (request: Request): Promise<Response> =>
  Response.json({ url: await start(request) } satisfies CreatePaymentResponse);

/** A parent without JavaScript must meet a page of the shop, not a problem document. */
const fromForm = (request: Request): Promise<Response> =>
  start(request).then(seeOther, (error: unknown) => {
    if (!wantsPage(request)) throw error;
    if (!(error instanceof Problem)) logError(error);
    return seeOther('/payment-error');
  });

export default route({
  POST: (request) => (isForm(request) ? fromForm(request) : fromScript(request)),
});

export const config: Config = { path: '/api/create-payment' };
