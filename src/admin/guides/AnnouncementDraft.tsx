import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { previewAnnouncement } from '../../api/admin.ts';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { formatBuyers } from './announcement-progress.ts';

const MAX_CHARACTERS = 500;

type Props = {
  product: string;
  /** The file's name as shown to the owner, such as "Coins (Large print)". */
  name: string;
  edition: string;
  previewTo: string;
  buyers: number;
  isBusy: boolean;
  onBegin: (preview: string) => void;
};

/** The owner can send an announcement only after previewing it. */
export function AnnouncementDraft({
  product,
  name,
  edition,
  buyers,
  previewTo,
  isBusy,
  onBegin,
}: Props) {
  const id = useId();
  const [changes, setChanges] = useState('');
  const previewing = useMutation({
    mutationFn: (text: string) => previewAnnouncement(product, { edition, changes: text }),
  });
  const send = `Email up to ${formatBuyers(buyers)}`;
  const preview = previewing.variables === changes ? previewing.data?.preview : undefined;
  return (
    <div className="mt-2 max-w-prose">
      <label htmlFor={id} className="block">
        What’s new, in a sentence or two (you can leave it blank)
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
          preview === undefined
            ? null
            : `Sent to ${previewTo}. Read it before you email your buyers.`
        }
        error={previewing.error}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button-quiet"
          aria-disabled={previewing.isPending}
          onClick={() => previewing.isPending || previewing.mutate(changes)}
        >
          {previewing.isPending ? 'Sending...' : 'Send me a preview'}
        </button>
        <ConfirmButton
          className="button"
          label={send}
          question={`${send} about the new edition of ${name}? You can’t take an email back.`}
          isBusy={isBusy}
          isDisabled={preview === undefined}
          onConfirm={() => preview !== undefined && onBegin(preview)}
        />
      </div>
    </div>
  );
}
