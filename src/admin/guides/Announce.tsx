import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { previewAnnouncement, setAnnouncement } from '../../api/admin.ts';
import type { Announcement, GuideFiles, GuideFilesResponse } from '../../contract/guide-files.ts';
import { AskFirst } from '../AskFirst.tsx';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { guidesQuery, queryClient } from '../queries.ts';
import { timeWords } from '../time.ts';

const MAX_CHARACTERS = 500;

const count = (number: number): string => number.toLocaleString('en-US');
const buyersWords = (buyers: number): string =>
  `${count(buyers)} ${buyers === 1 ? 'buyer' : 'buyers'}`;

/** The progress of an announcement. */
function progressWords({ begun_at: at, buyers, left, paused_until: until }: Announcement) {
  if (left === 0) return `Emails to past buyers: none left. Begun ${timeWords(at)}.`;
  const paused =
    until === null
      ? ''
      : ` Today’s share of emails is used up. The rest go out from ${timeWords(until)}.`;
  return `Emailing past buyers: ${count(left)} of ${count(buyers)} left.${paused}`;
}

/** Shows a product's new state in the list. */
const showGuide = (guide: GuideFiles): void => {
  queryClient.setQueryData<GuideFilesResponse>(
    guidesQuery.queryKey,
    (list) =>
      list && {
        ...list,
        products: list.products.map((one) => (one.id === guide.id ? guide : one)),
      },
  );
};

type Props = { item: GuideFiles; edition: string; previewTo: string };

/** Emails past buyers about the current edition, once, after a preview for the owner. */
export function Announce({ item, edition, previewTo }: Props) {
  const { id, name, announcement, buyers } = item;
  const section = useRef<HTMLDivElement>(null);
  const setting = useMutation({
    mutationFn: (asked: Parameters<typeof setAnnouncement>[1]) => setAnnouncement(id, asked),
    onSuccess: (guide) => {
      showGuide(guide);
      // The pressed button is gone.
      section.current?.focus();
    },
  });
  if (!announcement && buyers === 0) return null;
  return (
    <div ref={section} tabIndex={-1} className="mt-3 text-small outline-none" data-announcement>
      {announcement ? (
        <p aria-live="polite">{progressWords(announcement)}</p>
      ) : (
        <details>
          <summary className="w-fit cursor-pointer py-2">
            Announce to past buyers<span className="sr-only"> of {name}</span>
          </summary>
          <Draft
            product={id}
            edition={edition}
            buyers={buyers}
            previewTo={previewTo}
            isBusy={setting.isPending}
            onBegin={(preview) => setting.mutate({ action: 'begin', preview })}
          />
        </details>
      )}
      {announcement && announcement.left > 0 && (
        <AskFirst
          className="link py-2"
          label="Stop"
          question="Stop this announcement? Buyers who haven’t gotten the email yet won’t get it."
          isBusy={setting.isPending}
          onYes={() => setting.mutate({ action: 'stop', edition })}
        />
      )}
      <OutcomeMessage error={setting.error} />
    </div>
  );
}

type DraftProps = Omit<Props, 'item'> & {
  product: string;
  buyers: number;
  isBusy: boolean;
  onBegin: (preview: string) => void;
};

/** The owner's words. Only words that were previewed can go to buyers. */
function Draft({ product, edition, buyers, previewTo, isBusy, onBegin }: DraftProps) {
  const id = useId();
  const [changes, setChanges] = useState('');
  const previewing = useMutation({
    mutationFn: (words: string) => previewAnnouncement(product, { edition, changes: words }),
  });
  const preview = previewing.variables === changes ? previewing.data?.preview : undefined;
  return (
    <div className="mt-2 max-w-prose">
      <label htmlFor={id} className="block">
        What’s new, in a sentence or two, or leave it empty
      </label>
      <textarea
        id={id}
        className="field mt-1"
        rows={3}
        maxLength={MAX_CHARACTERS}
        value={changes}
        onChange={(event) => setChanges(event.target.value)}
      />
      <OutcomeMessage
        done={
          preview === undefined ? null : `Sent to ${previewTo}. Read it before the rest goes out.`
        }
        error={previewing.error}
      />
      <p className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button-quiet"
          aria-disabled={previewing.isPending}
          onClick={() => previewing.isPending || previewing.mutate(changes)}
        >
          {previewing.isPending ? 'Sending...' : 'Send me a preview'}
        </button>
        <button
          type="button"
          className="button"
          disabled={preview === undefined || isBusy}
          onClick={() => preview !== undefined && onBegin(preview)}
        >
          {`Email up to ${buyersWords(buyers)}`}
        </button>
      </p>
    </div>
  );
}
