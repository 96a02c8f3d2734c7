import type { FindPurchaseRequest, FindPurchaseResponse } from '../contract/find-purchase.ts';
import { post } from './request.ts';

/** Asks for a mail with everything that was bought with an address. The answer does not tell whether there is any. */
export function findPurchase(email: string): Promise<FindPurchaseResponse> {
  return post<FindPurchaseRequest, FindPurchaseResponse>('/api/find-purchase', { email });
}
