import { useState } from 'react';
import type { AnnouncementsResponse } from '../../contract/announcements.ts';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { useKeptFocus } from '../Action.tsx';
import { isUnderWay } from './announcements.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';
import { AnnouncementProgress } from './AnnouncementProgress.tsx';

type Props = { item: GuideFiles; label: string; announcements: AnnouncementsResponse };

/** Announces the current edition: first a button, then the form, then the progress. */
export function AnnounceEdition({ item: { id, current }, label, announcements }: Props) {
  const [isWriting, setWriting] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const edition = current && !current.isSample ? current.id : null;
  const { news: all, sendsMail, upTo, perDay, previewTo } = announcements;
  const ofEdition = all.find((one) => one.edition === edition);
  // An announcement that was under way when a newer edition came can still be stopped.
  const shown = ofEdition ?? all.find((one) => one.product === id && isUnderWay(one));
  const step = shown ? shown.state : isWriting ? 'writing' : 'offered';
  // The focus moves only if the owner has used this section.
  const section = useKeptFocus(isUsed ? step : '');
  const buyers = upTo[id] ?? 0;
  if (!sendsMail || edition === null || (!shown && buyers === 0)) return null;
  return (
    <div
      ref={section}
      className="mt-3 text-small"
      data-announcement={step}
      onFocus={() => setUsed(true)}
    >
      {shown ? (
        <AnnouncementProgress announcement={shown} label={label} isEarlier={!ofEdition} />
      ) : isWriting ? (
        <AnnouncementForm
          product={id}
          edition={edition}
          upTo={buyers}
          perDay={perDay}
          previewTo={previewTo}
          onCancel={() => setWriting(false)}
        />
      ) : (
        <button
          type="button"
          className="link py-2"
          data-next="offered"
          onClick={() => setWriting(true)}
        >
          Email the buyers (up to {buyers.toLocaleString('en-US')})
          <span className="sr-only"> of {label}</span>
        </button>
      )}
    </div>
  );
}
