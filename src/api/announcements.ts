import type {
  AnnouncementsRequest,
  AnnouncementsResponse,
  PreviewResponse,
} from '../contract/announcements.ts';
import { get, post } from './request.ts';

const ADDRESS = '/api/admin/edition-news';

/** The product, its edition, and the text that says what is new. */
export type PreviewFields = Omit<Extract<AnnouncementsRequest, { action: 'preview' }>, 'action'>;

export const loadAnnouncements = (): Promise<AnnouncementsResponse> => get(ADDRESS);

/** Emails a preview to the owner only. `beginAnnouncement` needs the answer. */
export const previewAnnouncement = (fields: PreviewFields): Promise<PreviewResponse> =>
  post<AnnouncementsRequest, PreviewResponse>(ADDRESS, { action: 'preview', ...fields });

const change = (asked: AnnouncementsRequest): Promise<AnnouncementsResponse> =>
  post<AnnouncementsRequest, AnnouncementsResponse>(ADDRESS, asked);

/** Starts emailing the buyers, with the text of a preview. */
export const beginAnnouncement = (preview: string): Promise<AnnouncementsResponse> =>
  change({ action: 'tell', preview });

export const setAnnouncement = (
  edition: string,
  action: 'stop' | 'resume',
): Promise<AnnouncementsResponse> => change({ action, edition });
