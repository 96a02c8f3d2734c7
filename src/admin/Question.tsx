import { useId } from 'react';

type Props = {
  words: string;
  yes: string;
  no: string;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
};

/** Asked before an action that cannot be undone. `useKeptFocus` finds its button by the step "asked". */
export function Question({ words, yes, no, isBusy, onYes, onNo }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="note border-2 border-rule shadow-none">
      <p id={id}>{words}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className="button"
          data-next="asked"
          aria-disabled={isBusy}
          onClick={() => isBusy || onYes()}
        >
          {isBusy ? 'One moment...' : yes}
        </button>
        {!isBusy && (
          <button type="button" className="button-quiet" onClick={onNo}>
            {no}
          </button>
        )}
      </div>
    </section>
  );
}
