import { useState } from 'react';
import { toast } from 'sonner';
import { setAnnouncement } from '../../api/announcements.ts';
import type { AnnouncementView, AnnouncementsResponse } from '../../contract/announcements.ts';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { useKeptFocus } from '../Action.tsx';
import { reasonOf } from '../reason.ts';
import { Time } from '../Time.tsx';
import { changeAnnouncement, isUnderWay } from './announcements.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';

type Props = { item: GuideFiles; label: string; announcements: AnnouncementsResponse };

/** Announces the current edition: first a button, then the form, then the progress. */
export function AnnounceEdition({ item: { id, current }, label, announcements }: Props) {
  const [isWriting, setWriting] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const edition = current && !current.isSample ? current.id : null;
  const { news: all, sendsMail, upTo: buyers } = announcements;
  const ofEdition = all.find((one) => one.edition === edition);
  // An announcement that was under way when a newer edition came can still be stopped.
  const shown = ofEdition ?? all.find((one) => one.product === id && isUnderWay(one));
  const step = shown ? shown.state : isWriting ? 'writing' : 'offered';
  // The focus moves only if the owner has used this section.
  const section = useKeptFocus(isUsed ? step : '');
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
          buyers={buyers}
          announcements={announcements}
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

const count = (number: number): string => number.toLocaleString('en-US');

const LEFT_OUT =
  'They unsubscribed, can’t download it anymore, or their address can’t receive email.';

function words({ state, buyers, sent }: AnnouncementView): string {
  if (state === 'gathering') return `Finding buyers: ${count(buyers)} so far`;
  const sentOf = `${count(sent)} of ${count(buyers)} sent`;
  return state === 'stopped' ? `Stopped: ${sentOf}` : sentOf;
}

type ProgressProps = { announcement: AnnouncementView; label: string; isEarlier: boolean };

/** The progress of an announcement, with a button to stop or resume it. */
function AnnouncementProgress({ announcement, label, isEarlier }: ProgressProps) {
  const { edition, state, buyers, sent, leftOut, waits } = announcement;
  const [isBusy, setBusy] = useState(false);
  const isActive = isUnderWay(announcement);

  async function change(): Promise<void> {
    setBusy(true);
    try {
      await changeAnnouncement(() => setAnnouncement(edition, isActive ? 'stop' : 'resume'));
    } catch (error) {
      toast.error(isActive ? 'Not stopped' : 'Not resumed', { description: reasonOf(error) });
    }
    setBusy(false);
  }

  if (state === 'done') {
    return (
      <p tabIndex={-1} data-next="done">
        Announced on <Time at={announcement.begunAt} />: {count(sent)}{' '}
        {sent === 1 ? 'email' : 'emails'}.
        {leftOut > 0 && ` ${count(leftOut)} left out. ${LEFT_OUT}`}
      </p>
    );
  }
  return (
    <div className="max-w-prose border-l-4 border-leaf pl-4">
      <p className="font-semibold tabular-nums">
        {isEarlier && 'An earlier edition: '}
        {words(announcement)}
        {leftOut > 0 && `, ${count(leftOut)} left out`}
      </p>
      {state === 'sending' && (
        <progress
          className="progress mt-2"
          aria-label={`Emails to buyers of ${label}`}
          max={buyers}
          value={sent + leftOut}
        />
      )}
      {isActive && waits !== null && (
        <p role="alert" className="mt-2 border-l-4 border-alert pl-3">
          <strong>Waiting.</strong> {waits} It continues on its own.
        </p>
      )}
      {isActive && (
        <p className="mt-2 text-quiet">
          The shop sends about fifty every five minutes, as far as your plan at the email service
          goes. You may close this page.
        </p>
      )}
      <button
        type="button"
        className="link mt-1 py-2"
        data-next={state}
        aria-disabled={isBusy}
        onClick={() => isBusy || void change()}
      >
        {isActive ? 'Stop' : 'Resume'}
        <span className="sr-only"> emailing the buyers of {label}</span>
      </button>
    </div>
  );
}
