import type { CreatePaymentRequest, CreatePaymentResponse } from '../contract/checkout.ts';
import { sendJson } from './request.ts';

/** The address of a payment page for one product. Throws where there is none, whatever the reason. */
export async function createPayment(productType: string): Promise<string> {
  const response = await sendJson<CreatePaymentRequest>('/api/create-payment', { productType });
  if (!response.ok) throw new Error(`no checkout: ${response.status}`);
  const { url } = (await response.json()) as CreatePaymentResponse;
  return url;
}
