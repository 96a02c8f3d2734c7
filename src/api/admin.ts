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

// After the owner's session has ended, requests reject with an `ApiError` whose code is
// 'not_logged_in'.

export const logIn = (password: string): Promise<unknown> => post('/api/admin/login', { password });
export const logOut = (): Promise<Response> => request('/api/admin/logout', { method: 'POST' });
export const readSession = (): Promise<unknown> => get('/api/admin/session');
export const readHealth = (): Promise<HealthResponse> => get('/api/health');

export const listOrders = (from: number): Promise<OrderPage> =>
  get(`/api/admin/orders?from=${from}`);
export const findOrders = (query: string): Promise<{ orders: OrderRow[] }> =>
  post('/api/admin/find-order', { query });

const orderPath = (number: string): string => `/api/admin/orders/${encodeURIComponent(number)}`;

export const readOrder = (number: string): Promise<OrderDetail> => get(orderPath(number));
export const setAccess = (number: string, access: OrderAccess): Promise<OrderDetail> =>
  post(`${orderPath(number)}/access`, { access });
export const sendReceipt = (
  number: string,
  receipt: SendReceiptRequest,
): Promise<SendReceiptResponse> => post(`${orderPath(number)}/receipt`, receipt);

export const readReport = (period: ReportPeriod): Promise<ReportResponse> =>
  get(`/api/admin/report?${new URLSearchParams({ period })}`);
/** `period` is a month or a year: "2026-11" or "2026". */
export const readCsv = async (period: string): Promise<Blob> =>
  (await request(`/api/admin/orders.csv?${new URLSearchParams({ period })}`)).blob();

const guidePath = (id: string): string => `/api/admin/guides/${encodeURIComponent(id)}`;

export const listGuides = (): Promise<GuideFilesResponse> => get('/api/admin/guides');
/** Without `edition`, returns the path of the current edition. */
export const pdfPath = (id: string, edition?: string): string => {
  const path = `${guidePath(id)}/file`;
  return edition === undefined ? path : `${path}?${new URLSearchParams({ edition })}`;
};
export const restoreEdition = (id: string, edition: string): Promise<GuideFiles> =>
  post(`${guidePath(id)}/restore`, { edition });
export const previewAnnouncement = (
  id: string,
  announcement: { edition: string; changes: string },
): Promise<{ preview: string }> =>
  post(`${guidePath(id)}/announce`, { action: 'preview', ...announcement });
export const setAnnouncement = (
  id: string,
  action: Exclude<AnnounceRequest, { action: 'preview' }>,
): Promise<GuideFiles> => post(`${guidePath(id)}/announce`, action);

/** A part of 4 MB takes 60 s at 0.6 Mbit/s, and the function may take another 60 s. */
const PART_TIMEOUT_MS = 120_000;

type PartQuery = Readonly<Record<Exclude<keyof UploadQuery, 'confirm'>, string>> & {
  readonly confirm?: '1';
};

/** Resolves to null for every part but the last one, which publishes the file. */
export const sendPart = async (
  query: PartQuery,
  body: ArrayBuffer,
): Promise<PublishResponse | null> => {
  const response = await request(`/api/upload?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    timeoutMs: PART_TIMEOUT_MS,
  });
  return response.status === 204 ? null : ((await response.json()) as PublishResponse);
};
