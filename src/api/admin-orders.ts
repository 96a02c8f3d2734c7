import type {
  FindOrderRequest,
  FindOrderResponse,
  OrderAccessRequest,
  OrderDetail,
  OrderPage,
  ReportPeriod,
  ReportResponse,
  SendReceiptRequest,
  SendReceiptResponse,
} from '../contract/admin-orders.ts';
import { get, post } from './request.ts';

/** What was sold in a period, computed from its orders. */
export const readReport = (period: ReportPeriod): Promise<ReportResponse> =>
  get(`/api/admin/report?${new URLSearchParams({ period })}`);

/** The address of the CSV file of a month or a year, "2026-11" or "2026". */
export const csvAddress = (period: string): string =>
  `/api/admin/orders.csv?${new URLSearchParams({ period })}`;

/** A page of orders, newest first, that came before the order of a number. Without one, the first page. */
export const listOrders = (before: string | null): Promise<OrderPage> =>
  get(`/api/admin/orders${before === null ? '' : `?${new URLSearchParams({ before })}`}`);

const pathOf = (number: string): string => `/api/admin/orders/${encodeURIComponent(number)}`;

export const readOrder = (number: string): Promise<OrderDetail> => get(pathOf(number));

/** Finds orders by order number, reference, email address, session id or payment id. */
export const findOrder = (query: string): Promise<FindOrderResponse> =>
  post<FindOrderRequest, FindOrderResponse>('/api/admin/find-order', { query });

/** Blocks or opens an order's downloads. */
export const setAccess = (
  number: string,
  access: OrderAccessRequest['access'],
): Promise<OrderDetail> => post<OrderAccessRequest, OrderDetail>(pathOf(number), { access });

/** Sends an order's receipt again. */
export const sendReceipt = (
  number: string,
  asked: SendReceiptRequest,
): Promise<SendReceiptResponse> =>
  post<SendReceiptRequest, SendReceiptResponse>(`${pathOf(number)}/receipt`, asked);
