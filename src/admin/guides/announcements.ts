import {
  type PreviewFields,
  beginAnnouncement,
  loadAnnouncements,
  previewAnnouncement,
  setAnnouncement,
} from '../../api/announcements.ts';
import type { AnnouncementView, AnnouncementsResponse } from '../../contract/announcements.ts';
import { type Reading, queries, useReading } from '../queries.ts';
import { asOwner } from '../session/session.ts';

/** How often to refresh while emails go out. */
const REFRESH_MS = 5000;

export const isUnderWay = ({ state }: AnnouncementView): boolean =>
  state === 'gathering' || state === 'sending';

const queryKey = ['announcements'];

/** The announcements, refreshed while emails go out. */
export function useAnnouncements(): Reading<AnnouncementsResponse> {
  return useReading<AnnouncementsResponse>({
    queryKey,
    queryFn: () => asOwner(loadAnnouncements),
    refetchInterval: ({ state }) => (state.data?.news.some(isUnderWay) ? REFRESH_MS : false),
  });
}

/** Sends the owner a preview. `announce` takes the answer and sends the same text. */
export async function preview(fields: PreviewFields): Promise<string> {
  return (await asOwner(() => previewAnnouncement(fields))).preview;
}

async function change(call: () => Promise<AnnouncementsResponse>): Promise<void> {
  queries.setQueryData(queryKey, await asOwner(call));
}

export const announce = (previewed: string): Promise<void> =>
  change(() => beginAnnouncement(previewed));

export const stop = (edition: string): Promise<void> =>
  change(() => setAnnouncement(edition, 'stop'));

export const resume = (edition: string): Promise<void> =>
  change(() => setAnnouncement(edition, 'resume'));
