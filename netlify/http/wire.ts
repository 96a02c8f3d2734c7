import type { Catalogue } from '#contract/catalogue.ts';
import type { DownloadFile } from '#contract/downloads.ts';
import type { WireOrder } from '#contract/orders.ts';
import { findByType } from '../domain/catalogue.ts';
import type { GrantedFile } from '../domain/downloads.ts';
import type { Order } from '../domain/orders.ts';

export const toWire = (order: Order, catalogue: Catalogue): WireOrder => ({
  stripe_session_id: order.sessionId,
  status: order.status,
  amount: order.amountInCents,
  currency: order.currency.toUpperCase(),
  product_type: order.productType,
  guide_name: findByType(catalogue, order.productType)?.name ?? order.productType,
  created_at: new Date(order.createdAt * 1000).toISOString(),
});

export const toDownloadFile = ({ ticket, fileName }: GrantedFile): DownloadFile => ({
  downloadUrl: `/api/files/${ticket}`,
  fileName,
});
