import type {
  BeginUploadRequest,
  BeginUploadResponse,
  PublishResponse,
  RestoreRequest,
  GuideFiles,
  GuideFilesResponse,
} from '../contract/guide-files.ts';
import { get, post, request } from './request.ts';

/** The server checks the whole file before it answers. Netlify stops a function after 60 s. */
const PUBLISH_TIMEOUT_MS = 65_000;

const addressOf = (upload: string): string => `/api/admin/uploads/${encodeURIComponent(upload)}`;

/** Begins an upload in parts, or lists the parts received if it has begun already. */
export const beginUpload = (asked: BeginUploadRequest): Promise<BeginUploadResponse> =>
  post('/api/admin/uploads', asked);

/** Has the server join and check the parts, and publish the file to buyers. */
export async function publishUpload(upload: string): Promise<PublishResponse> {
  const signal = AbortSignal.timeout(PUBLISH_TIMEOUT_MS);
  const response = await request(addressOf(upload), { method: 'POST', signal });
  return (await response.json()) as PublishResponse;
}

/** Deletes the parts on the server. */
export async function discardUpload(upload: string): Promise<void> {
  await request(addressOf(upload), { method: 'DELETE' });
}

/** The URL of one part. `sendPart` sends it. */
export const partAddress = (upload: string, part: number): string =>
  `${addressOf(upload)}/parts/${part}`;

export const loadGuideFiles = (): Promise<GuideFilesResponse> => get('/api/admin/guides');

/** Makes an earlier edition current. Returns the product's new state. */
export const restoreEdition = (asked: RestoreRequest): Promise<GuideFiles> =>
  post('/api/admin/guides', asked);

/** The URL of a product's file for the owner. Without an edition, the current one. */
export function guideAddress(product: string, edition?: string): string {
  const query = new URLSearchParams({ product, ...(edition === undefined ? {} : { edition }) });
  return `/api/admin/guide?${query}`;
}
