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

/** While emails go out. */
const AGAIN_MS = 5000;

export const isUnderWay = ({ state }: AnnouncementView): boolean =>
  state === 'gathering' || state === 'sending';

const queryKey = ['announcements'];

/** The editions that were announced, read again and again while emails go out. */
export function useAnnouncements(): Reading<AnnouncementsResponse> {
  return useReading<AnnouncementsResponse>({
    queryKey,
    queryFn: () => asOwner(loadAnnouncements),
    refetchInterval: ({ state }) => (state.data?.news.some(isUnderWay) ? AGAIN_MS : false),
  });
}

/** Sends the owner a preview. Answers what begins the announcement in the same words. */
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
