import type { GuideFiles, GuideFilesResponse, RestoreRequest } from '../contract/guide-files.ts';
import { get, post } from './request.ts';

export const loadGuideFiles = (): Promise<GuideFilesResponse> => get('/api/admin/guides');

/** Makes an earlier edition current. Returns the product's new state. */
export const restoreEdition = (asked: RestoreRequest): Promise<GuideFiles> =>
  post('/api/admin/guides', asked);

/** The URL of a product's file for the owner. Without an edition, the current one. */
export function guideAddress(product: string, edition?: string): string {
  const query = new URLSearchParams({ product, ...(edition === undefined ? {} : { edition }) });
  return `/api/admin/guide?${query}`;
}
