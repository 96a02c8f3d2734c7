import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { ApiError } from '../../api/request.ts';
import { guideAddress } from '../../api/uploads.ts';
import type { Edition } from '../../contract/guide-files.ts';
import { countPages, fileSize } from './format-bytes.ts';
import { restore } from './guide-files.ts';
import { localTime, utcTime } from '../time.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import { useNow } from '../use-now.ts';

type Props = { product: string; edition: Edition };

const NOT_DONE = 'The shop did not answer. Buyers get what they got before.';

/** One earlier edition. Restoring it asks once more, in place. */
export function EditionCard({ product, edition }: Props) {
  const now = useNow();
  const [step, setStep] = useState<'shown' | 'asked' | 'busy'>('shown');
  const item = useRef<HTMLLIElement>(null);
  useKeptFocus(item, step);
  const when = localTime(edition.uploadedAt, now);

  async function go(): Promise<void> {
    setStep('busy');
    try {
      await restore({ product, edition: edition.id });
      toast.success(`Restored: the edition of ${when}`);
    } catch (error) {
      const reason = error instanceof ApiError ? error.detail : null;
      toast.error('Not restored', { description: reason ?? NOT_DONE });
      setStep('shown');
    }
  }

  return (
    <li
      ref={item}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-t border-rule py-3"
    >
      <p>
        <time dateTime={edition.uploadedAt} title={utcTime(edition.uploadedAt)}>
          {when}
        </time>
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
          <p>Give buyers this one again?</p>
          <p className="flex flex-wrap gap-x-5">
            <button
              type="button"
              className="link py-2 font-semibold"
              data-next="asked"
              aria-disabled={step === 'busy'}
              onClick={() => step === 'asked' && void go()}
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
