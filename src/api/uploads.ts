import type {
  BeginUploadRequest,
  BeginUploadResponse,
  PublishResponse,
  RestoreRequest,
  GuideFiles,
  GuideFilesResponse,
} from '../contract/guide-files.ts';
import { get, post, request } from './request.ts';

/** The shop checks the whole file before it answers; a function ends after 60 s. */
const PUBLISH_WITHIN_MS = 65_000;

const addressOf = (upload: string): string => `/api/admin/uploads/${encodeURIComponent(upload)}`;

/** Begins an upload in parts, or asks what is there of one. */
export const beginUpload = (asked: BeginUploadRequest): Promise<BeginUploadResponse> =>
  post('/api/admin/uploads', asked);

/** Has the parts put together, checked, and given to buyers from now on. */
export async function publishUpload(upload: string): Promise<PublishResponse> {
  const signal = AbortSignal.timeout(PUBLISH_WITHIN_MS);
  const response = await request(addressOf(upload), { method: 'POST', signal });
  return (await response.json()) as PublishResponse;
}

/** Lets the shop forget the parts that it holds. */
export async function discardUpload(upload: string): Promise<void> {
  await request(addressOf(upload), { method: 'DELETE' });
}

/** Where one part goes; src/api/send-part.ts sends it. */
export const partAddress = (upload: string, part: number): string =>
  `${addressOf(upload)}/parts/${part}`;

export const loadGuideFiles = (): Promise<GuideFilesResponse> => get('/api/admin/guides');

/** Gives buyers an earlier edition from now on; answers the product as it stands then. */
export const restoreEdition = (asked: RestoreRequest): Promise<GuideFiles> =>
  post('/api/admin/guides', asked);

/** Where the owner opens a product's file; without an edition, the one that buyers get. */
export function guideAddress(product: string, edition?: string): string {
  const query = new URLSearchParams({ product, ...(edition === undefined ? {} : { edition }) });
  return `/api/admin/guide?${query}`;
}
