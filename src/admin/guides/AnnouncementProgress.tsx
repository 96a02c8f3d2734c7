import { useState } from 'react';
import { toast } from 'sonner';
import { setAnnouncement } from '../../api/announcements.ts';
import type { AnnouncementView } from '../../contract/announcements.ts';
import { reasonOf } from '../reason.ts';
import { Time } from '../Time.tsx';
import { changeAnnouncement, isUnderWay } from './announcements.ts';

const count = (number: number): string => number.toLocaleString('en-US');

const LEFT_OUT =
  'They unsubscribed, can’t download it anymore, or their address can’t receive email.';

function words({ state, buyers, sent }: AnnouncementView): string {
  if (state === 'gathering') return `Finding buyers: ${count(buyers)} so far`;
  const sentOf = `${count(sent)} of ${count(buyers)} sent`;
  return state === 'stopped' ? `Stopped: ${sentOf}` : sentOf;
}

type Props = { announcement: AnnouncementView; label: string; isEarlier: boolean };

/** The progress of an announcement, with a button to stop or resume it. */
export function AnnouncementProgress({ announcement, label, isEarlier }: Props) {
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
