import { loadAnnouncements } from '../../api/announcements.ts';
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
    queryFn: loadAnnouncements,
    refetchInterval: ({ state }) => (state.data?.news.some(isUnderWay) ? REFRESH_MS : false),
  });
}

/** Changes an announcement. Rejects if the shop refuses or does not answer. */
export async function changeAnnouncement(
  change: () => Promise<AnnouncementsResponse>,
): Promise<void> {
  queries.setQueryData(queryKey, await asOwner(change));
}
