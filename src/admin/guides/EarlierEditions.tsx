import { useState } from 'react';
import { toast } from 'sonner';
import { guideAddress, restoreEdition } from '../../api/uploads.ts';
import type { Edition } from '../../contract/guide-files.ts';
import { countPages, fileSize } from './file-size.ts';
import { guidesChanged } from './guide-files.ts';
import { useKeptFocus } from '../Action.tsx';
import { reasonOf } from '../reason.ts';
import { asOwner } from '../session/session.ts';
import { localTime } from '../time.ts';
import { Time, useNow } from '../Time.tsx';

type Props = { product: string; label: string; editions: readonly Edition[] };

const NO_ANSWER = 'The shop didn’t respond. Buyers still get the same file as before.';

/** The earlier editions of a product. Each can be opened and restored. */
export function EarlierEditions({ product, label, editions }: Props) {
  const count = editions.length;
  if (count === 0) return null;
  return (
    <details className="col-start-2 text-small md:-col-end-1">
      <summary className="w-fit cursor-pointer py-2">
        {count} earlier {count === 1 ? 'edition' : 'editions'}
        <span className="sr-only"> of {label}</span>
      </summary>
      <ul className="mt-1">
        {editions.map((edition) => (
          <EditionCard key={edition.id} product={product} edition={edition} />
        ))}
      </ul>
    </details>
  );
}

type CardProps = { product: string; edition: Edition };

/** One earlier edition. Restoring it needs a confirmation. */
function EditionCard({ product, edition }: CardProps) {
  const now = useNow();
  const [step, setStep] = useState<'shown' | 'asked' | 'busy'>('shown');
  const item = useKeptFocus<HTMLLIElement>(step);
  const when = localTime(edition.uploadedAt, now);

  async function restore(): Promise<void> {
    setStep('busy');
    try {
      await asOwner(() => restoreEdition({ product, edition: edition.id }));
      await guidesChanged();
      toast.success(`Restored: the edition of ${when}`);
    } catch (error) {
      toast.error('Not restored', { description: reasonOf(error, NO_ANSWER) });
    }
    setStep('shown');
  }

  return (
    <li
      ref={item}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-t border-rule py-3"
    >
      <p>
        <Time at={edition.uploadedAt} />
        <span className="block text-quiet">
          {countPages(edition.pages)}, {fileSize(edition.size)},{' '}
          <span className="wrap-anywhere">{edition.uploadedAs}</span>
        </span>
      </p>
      {step === 'shown' ? (
        <p className="flex gap-5">
          <a
            className="link py-2"
            href={guideAddress(product, edition.id)}
            target="_blank"
            rel="noreferrer"
          >
            Open<span className="sr-only"> the edition of {when}</span>
          </a>
          <button
            type="button"
            className="link py-2"
            data-next="shown"
            onClick={() => setStep('asked')}
          >
            Restore<span className="sr-only"> the edition of {when}</span>
          </button>
        </p>
      ) : (
        <div>
          <p>Give buyers this edition again?</p>
          <p className="flex flex-wrap gap-x-5">
            <button
              type="button"
              className="link py-2 font-semibold"
              data-next="asked"
              aria-disabled={step === 'busy'}
              onClick={() => step === 'asked' && void restore()}
            >
              {step === 'busy' ? 'Restoring...' : 'Yes, restore it'}
            </button>
            {step === 'asked' && (
              <button type="button" className="link py-2" onClick={() => setStep('shown')}>
                No
              </button>
            )}
          </p>
        </div>
      )}
    </li>
  );
}
