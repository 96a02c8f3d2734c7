import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { pdfPath, restoreEdition } from '../../api/admin.ts';
import type { Edition, GuideFiles } from '../../contract/guide-files.ts';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { OutcomeMessage } from '../OutcomeMessage.tsx';
import { guidesQuery, queryClient } from '../queries.ts';
import { formatLocalTime } from '../time.ts';
import { formatPages, formatFileSize } from '../../contract/format-file.ts';

export function EarlierEditions({ item: { id, name, earlier } }: { item: GuideFiles }) {
  const summary = useRef<HTMLElement>(null);
  const restoring = useMutation({
    mutationFn: (edition: string) => restoreEdition(id, edition),
    // The pressed button is gone, so the focus must move.
    onSuccess: () => summary.current?.focus(),
    onSettled: () => queryClient.invalidateQueries(guidesQuery),
  });
  if (earlier.length === 0) return null;
  return (
    <details className="mt-2 text-small">
      <summary ref={summary} className="disclosure w-fit py-2">
        {`${earlier.length} earlier ${earlier.length === 1 ? 'edition' : 'editions'}`}
        <span className="sr-only"> of {name}</span>
      </summary>
      <OutcomeMessage
        done={restoring.isSuccess ? 'Restored. Every buyer gets it now.' : null}
        error={restoring.error}
      />
      <ul>
        {earlier.map((edition) => (
          <EarlierEdition
            key={edition.id}
            product={id}
            edition={edition}
            isBusy={restoring.isPending}
            onRestore={() => restoring.mutate(edition.id)}
          />
        ))}
      </ul>
    </details>
  );
}

type Props = { product: string; edition: Edition; isBusy: boolean; onRestore: () => void };

function EarlierEdition({ product, edition, isBusy, onRestore }: Props) {
  const { id, uploadedAt, uploadedAs, pages, size } = edition;
  const time = formatLocalTime(uploadedAt);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-3">
      <p className="wrap-anywhere">
        {`${time}: ${uploadedAs}, ${formatPages(pages)}, ${formatFileSize(size)}`}
      </p>
      <div className="flex gap-5">
        <a className="link py-2" href={pdfPath(product, id)} target="_blank" rel="noreferrer">
          Open<span className="sr-only"> the edition from {time}</span>
        </a>
        <ConfirmButton
          className="link py-2"
          label="Restore"
          question={`Go back to the edition from ${time}, for every buyer?`}
          isBusy={isBusy}
          onConfirm={onRestore}
        />
      </div>
    </li>
  );
}
