import type {
  FindOrderRequest,
  FindOrderResponse,
  OrderAccessRequest,
  OrderDetail,
  OrderPage,
  ReconcilerResponse,
  SalesRange,
  SalesResponse,
  SendReceiptRequest,
  SendReceiptResponse,
} from '../contract/admin-orders.ts';
import { get, post } from './request.ts';

export function readSales(range: SalesRange): Promise<SalesResponse> {
  return get(`/api/admin/sales?${new URLSearchParams({ range })}`);
}

/** A page of orders, newest first; the first one without a cursor. */
export function listOrders(cursor: string | null): Promise<OrderPage> {
  return get(`/api/admin/orders${cursor === null ? '' : `?${new URLSearchParams({ cursor })}`}`);
}

const pathOf = (number: string): string => `/api/admin/orders/${encodeURIComponent(number)}`;

export function readOrder(number: string): Promise<OrderDetail> {
  return get(pathOf(number));
}

/** By order number, reference, email address, session id or payment id. */
export function findOrder(query: string): Promise<FindOrderResponse> {
  return post<FindOrderRequest, FindOrderResponse>('/api/admin/find-order', { query });
}

/** Takes a buyer's downloads away, or gives them back. */
export function setAccess(
  number: string,
  access: OrderAccessRequest['access'],
): Promise<OrderDetail> {
  return post<OrderAccessRequest, OrderDetail>(pathOf(number), { access });
}

/** Sends the receipt of an order once more. */
export function sendReceipt(
  number: string,
  wish: SendReceiptRequest,
): Promise<SendReceiptResponse> {
  return post<SendReceiptRequest, SendReceiptResponse>(`${pathOf(number)}/receipt`, wish);
}

export function readReconciler(): Promise<ReconcilerResponse> {
  return get('/api/admin/reconciler');
}
