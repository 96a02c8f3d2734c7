import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { setAnnouncement } from '../../api/admin.ts';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { updateGuide } from '../queries.ts';
import { AnnouncementDraft } from './AnnouncementDraft.tsx';
import { describeProgress } from './announcement-progress.ts';

type Props = { item: GuideFiles; edition: string; previewTo: string };

/** Emails past buyers about the current edition, once. */
export function AnnounceEdition({ item, edition, previewTo }: Props) {
  const { id, name, announcement, buyers } = item;
  const section = useRef<HTMLDivElement>(null);
  const setting = useMutation({
    mutationFn: (action: Parameters<typeof setAnnouncement>[1]) => setAnnouncement(id, action),
    onSuccess: (guide) => {
      updateGuide(guide);
      // The pressed button is gone, so the focus must move.
      section.current?.focus();
    },
  });
  if (!announcement && buyers === 0) return null;
  return (
    <div ref={section} tabIndex={-1} className="mt-3 text-small outline-none" data-announcement>
      {announcement ? (
        <p aria-live="polite">{describeProgress(announcement)}</p>
      ) : (
        <details>
          <summary className="disclosure w-fit py-2">
            Announce to past buyers<span className="sr-only"> of {name}</span>
          </summary>
          <AnnouncementDraft
            product={id}
            name={name}
            edition={edition}
            buyers={buyers}
            previewTo={previewTo}
            isBusy={setting.isPending}
            onBegin={(preview) => setting.mutate({ action: 'begin', preview })}
          />
        </details>
      )}
      {announcement && announcement.left > 0 && (
        <ConfirmButton
          className="link py-2"
          label="Stop"
          question="Stop this announcement? Buyers who haven’t gotten the email yet won’t get it."
          isBusy={setting.isPending}
          onConfirm={() => setting.mutate({ action: 'stop', edition })}
        />
      )}
      <OutcomeMessage error={setting.error} />
    </div>
  );
}
