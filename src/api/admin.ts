import type {
  OrderAccess,
  OrderDetail,
  OrderPage,
  OrderRow,
  ReportPeriod,
  ReportResponse,
  SendReceiptRequest,
  SendReceiptResponse,
} from '../contract/admin-orders.ts';
import type {
  AnnounceRequest,
  GuideFiles,
  GuideFilesResponse,
  PublishResponse,
  UploadQuery,
} from '../contract/guide-files.ts';
import type { HealthResponse } from '../contract/health.ts';
import { get, post, request } from './request.ts';

// A session that has ended fails any of these with an ApiError, whose code is 'not_logged_in'.

export const logIn = (password: string): Promise<unknown> => post('/api/admin/login', { password });
export const logOut = (): Promise<Response> => request('/api/admin/logout', { method: 'POST' });
export const readSession = (): Promise<unknown> => get('/api/admin/session');
export const readHealth = (): Promise<HealthResponse> => get('/api/health');

/** A page of orders, newest first, from a position in the list on. */
export const listOrders = (from: number): Promise<OrderPage> =>
  get(`/api/admin/orders?from=${from}`);
/** The orders that an order's number, an address or an id names, newest first. */
export const findOrders = (query: string): Promise<{ orders: OrderRow[] }> =>
  post('/api/admin/find-order', { query });

const orderPath = (number: string): string => `/api/admin/orders/${encodeURIComponent(number)}`;

export const readOrder = (number: string): Promise<OrderDetail> => get(orderPath(number));
export const setAccess = (number: string, access: OrderAccess): Promise<OrderDetail> =>
  post(`${orderPath(number)}/access`, { access });
export const sendReceipt = (
  number: string,
  asked: SendReceiptRequest,
): Promise<SendReceiptResponse> => post(`${orderPath(number)}/receipt`, asked);

export const readReport = (period: ReportPeriod): Promise<ReportResponse> =>
  get(`/api/admin/report?${new URLSearchParams({ period })}`);
/** The CSV file of a month or a year, "2026-11" or "2026". */
export const readCsv = async (period: string): Promise<Blob> =>
  (await request(`/api/admin/orders.csv?${new URLSearchParams({ period })}`)).blob();

const guidePath = (id: string): string => `/api/admin/guides/${encodeURIComponent(id)}`;

export const listGuides = (): Promise<GuideFilesResponse> => get('/api/admin/guides');
/** The address of a product's PDF; without an edition, the current one. */
export const pdfPath = (id: string, edition?: string): string =>
  `${guidePath(id)}/file${edition === undefined ? '' : `?${new URLSearchParams({ edition })}`}`;
export const restoreEdition = (id: string, edition: string): Promise<GuideFiles> =>
  post(`${guidePath(id)}/restore`, { edition });
export const previewAnnouncement = (
  id: string,
  asked: { edition: string; changes: string },
): Promise<{ preview: string }> =>
  post(`${guidePath(id)}/announce`, { action: 'preview', ...asked });
export const setAnnouncement = (
  id: string,
  asked: Exclude<AnnounceRequest, { action: 'preview' }>,
): Promise<GuideFiles> => post(`${guidePath(id)}/announce`, asked);

/** Netlify ends a function after 60 s, and a part of 4 MB takes as long at 0.6 Mbit/s. */
const PART_TIMEOUT_MS = 120_000;

/** Sends a part of a PDF. Returns what the last one published, and null for any other. */
export const sendPart = async (
  query: UploadQuery & { name: string },
  body: ArrayBuffer,
): Promise<PublishResponse | null> => {
  const response = await request(`/api/upload?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    signal: AbortSignal.timeout(PART_TIMEOUT_MS),
  });
  return response.status === 204 ? null : ((await response.json()) as PublishResponse);
};
