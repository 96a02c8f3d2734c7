import type {
  AnnouncementsRequest,
  AnnouncementsResponse,
  PreviewResponse,
} from '../contract/announcements.ts';
import { get, post } from './request.ts';

const ADDRESS = '/api/admin/edition-news';

/** What a preview is made of: the product, its edition, and what is new in it. */
export type Words = Omit<Extract<AnnouncementsRequest, { action: 'preview' }>, 'action'>;

export const loadAnnouncements = (): Promise<AnnouncementsResponse> => get(ADDRESS);

/** Emails the owner alone. The answer is what begins the announcement. */
export const previewAnnouncement = (words: Words): Promise<PreviewResponse> =>
  post<AnnouncementsRequest, PreviewResponse>(ADDRESS, { action: 'preview', ...words });

const change = (asked: AnnouncementsRequest): Promise<AnnouncementsResponse> =>
  post<AnnouncementsRequest, AnnouncementsResponse>(ADDRESS, asked);

/** Begins to email the buyers, in the words of a preview. */
export const beginAnnouncement = (preview: string): Promise<AnnouncementsResponse> =>
  change({ action: 'tell', preview });

export const setAnnouncement = (
  edition: string,
  action: 'stop' | 'resume',
): Promise<AnnouncementsResponse> => change({ action, edition });
