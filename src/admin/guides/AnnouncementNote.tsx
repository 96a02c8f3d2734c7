import type { AnnouncementsResponse } from '../../contract/announcements.ts';
import type { Reading } from '../queries.ts';

type Props = { announcements: Reading<AnnouncementsResponse> };

/** Why the page says nothing about announcements. */
export function AnnouncementNote({ announcements: { value, error } }: Props) {
  if (value?.sendsMail === false) {
    return (
      <p className="mt-2 text-small text-quiet">
        Buyers cannot be told of a new edition: the shop sends no mails. The doctor says how to set
        that up.
      </p>
    );
  }
  if (value !== null || error === null) return null;
  return (
    <p role="alert" className="mt-2 text-small text-quiet">
      Whether buyers were told of new editions could not be read just now. The files are not
      affected.
    </p>
  );
}
