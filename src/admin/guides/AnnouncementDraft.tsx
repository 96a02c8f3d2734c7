import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { previewAnnouncement } from '../../api/admin.ts';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { formatBuyers } from './announcement-progress.ts';

const MAX_CHARACTERS = 500;

type Props = {
  product: string;
  edition: string;
  previewTo: string;
  buyers: number;
  isBusy: boolean;
  onBegin: (preview: string) => void;
};

/** Buyers can only get a text that the owner has previewed. */
export function AnnouncementDraft({ product, edition, buyers, previewTo, isBusy, onBegin }: Props) {
  const id = useId();
  const [changes, setChanges] = useState('');
  const previewing = useMutation({
    mutationFn: (text: string) => previewAnnouncement(product, { edition, changes: text }),
  });
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
          {`Email up to ${formatBuyers(buyers)}`}
        </button>
      </p>
    </div>
  );
}
