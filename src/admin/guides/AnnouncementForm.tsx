import { type SyntheticEvent, useId, useState } from 'react';
import { beginAnnouncement, previewAnnouncement } from '../../api/announcements.ts';
import type { AnnouncementsResponse } from '../../contract/announcements.ts';
import { InlineStatus, useAction } from '../Action.tsx';
import { asOwner } from '../session/session.ts';
import { changeAnnouncement } from './announcements.ts';

/** A low estimate of what the shop sends in five minutes. */
const EMAILS_PER_FIVE_MINUTES = 50;

function minutesFor(buyers: number): string {
  const minutes = 5 * Math.ceil(buyers / EMAILS_PER_FIVE_MINUTES);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

const countBuyers = (buyers: number): string =>
  `${buyers.toLocaleString('en-US')} ${buyers === 1 ? 'buyer' : 'buyers'}`;

/** How long it takes to email that many buyers on Resend's free and paid plans. */
function timeWords(buyers: number, perDay: number): string {
  const days = Math.ceil(buyers / perDay);
  return `Resend’s free plan takes 100 emails a day: at most ${perDay} of them are for this, and the rest are kept for receipts. For ${countBuyers(buyers)}, that takes ${days === 1 ? 'a day' : `${days} days or more`}. On a paid plan, it takes about ${minutesFor(buyers)}.`;
}

type Props = {
  product: string;
  edition: string;
  /** At most so many get the email. */
  buyers: number;
  announcements: AnnouncementsResponse;
  onCancel: () => void;
};

const MAX_CHARACTERS = 500;

/** The form for an edition announcement. Only a text that was previewed can be sent to buyers. */
export function AnnouncementForm({ product, edition, buyers, announcements, onCancel }: Props) {
  const { perDay, previewTo } = announcements;
  const id = useId();
  const [changes, setChanges] = useState('');
  const [action, setAction] = useState<'preview' | 'announce'>('preview');
  const { isBusy, message, run } = useAction();
  const [previewed, setPreviewed] = useState<{ words: string; sealed: string } | null>(null);
  const mayAnnounce = previewed?.words === changes;

  function sendPreview(event: SyntheticEvent): void {
    event.preventDefault();
    setAction('preview');
    void run(async () => {
      const fields = { product, edition, changes };
      const { preview: sealed } = await asOwner(() => previewAnnouncement(fields));
      setPreviewed({ words: changes, sealed });
      return `The preview is on its way to ${previewTo}. Its button leads to the shop’s home page. Read it before you send the rest.`;
    });
  }

  function sendAnnouncement(): void {
    setAction('announce');
    void run(() => changeAnnouncement(() => beginAnnouncement(previewed?.sealed ?? '')));
  }

  return (
    <form className="max-w-prose border-l-4 border-leaf pl-4" onSubmit={sendPreview}>
      <p>
        Everyone who bought it before this edition, and can still download it, gets one email. The
        number counts every order, refunded ones too: fewer emails go out.{' '}
        {timeWords(buyers, perDay)}
      </p>
      <label htmlFor={`${id}-changes`} className="mt-4 block font-semibold">
        What’s new{' '}
      </label>
      <p id={`${id}-hint`} className="text-quiet">
        One or two plain sentences, or leave it empty. {MAX_CHARACTERS - changes.length} characters
        left.
      </p>
      <textarea
        id={`${id}-changes`}
        className="field mt-1"
        data-next="writing"
        rows={3}
        maxLength={MAX_CHARACTERS}
        aria-describedby={`${id}-hint`}
        value={changes}
        onChange={(event) => setChanges(event.target.value)}
      />
      <p className="mt-4 text-quiet">The preview goes only to {previewTo}.</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <button type="submit" className="button-quiet grow sm:grow-0" aria-disabled={isBusy}>
          {isBusy && action === 'preview' ? 'Sending...' : 'Send a preview to me'}
        </button>
        <button
          type="button"
          className="button grow sm:grow-0"
          disabled={!mayAnnounce || isBusy}
          aria-describedby={`${id}-first`}
          onClick={sendAnnouncement}
        >
          {isBusy && action === 'announce' ? 'Beginning...' : `Email up to ${countBuyers(buyers)}`}
        </button>
        <button type="button" className="link py-2" onClick={onCancel}>
          Cancel
        </button>
      </p>
      <p id={`${id}-first`} className="mt-2 text-quiet">
        {mayAnnounce
          ? 'You can send it once. You can stop while emails are going out.'
          : 'Send yourself a preview of this text first.'}
      </p>
      <InlineStatus message={message} />
    </form>
  );
}
