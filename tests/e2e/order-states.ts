import { guideLink } from '../guide-link.ts';
import type { Page } from '@playwright/test';
import type { VerifyPaymentResponse } from '../../src/contract/orders.ts';
import { ORDERS, productOf } from '../catalog.ts';
import { mockResponse, orderFor } from './answers.ts';

export const GUIDE = productOf('guide-1');
export const FILE = guideLink('/api/files/ticket', GUIDE.files[0].name);

type Response = Partial<VerifyPaymentResponse>;

/** Mocks the check of SESSION, which is an order for GUIDE. */
export const mockOrder = (page: Page, response: Response): Promise<unknown> => {
  const { status = 'paid' } = response;
  const order =
    status === 'unpaid'
      ? null
      : { ...orderFor(GUIDE.product_type, status), guide_name: GUIDE.name };
  return mockResponse(page, 'verify-payment', {
    json: { status, order, hasEmail: true, ...response },
  });
};

export const PENDING: Response = { status: 'pending' };
export const PREPARING: Response = {
  fileState: 'preparing',
  files: [],
  preparing: [GUIDE.name],
};
export const UNAVAILABLE: Response = { fileState: 'unavailable', files: [] };
export const WITHDRAWN: Response = { files: [FILE], withdrawn: 'December 1, 2026' };
export const CONFIRMED: Response = { files: [FILE] };

/** The states in which a page shows the order, each with its texts. */
export const SHOWN_STATES = [
  { name: 'a pending payment', response: PENDING, texts: ORDERS.pending },
  {
    name: 'an order whose file has not been uploaded yet',
    response: PREPARING,
    texts: ORDERS.preparing,
  },
  { name: 'an order for an inactive product', response: UNAVAILABLE, texts: ORDERS.unavailable },
  { name: 'a withdrawn order', response: WITHDRAWN, texts: ORDERS.withdrawn },
] as const;
