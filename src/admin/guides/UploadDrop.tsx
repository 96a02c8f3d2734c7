import { type ChangeEvent, useId } from 'react';
import { useFileDrop } from './use-file-drop.ts';

type Props = { onChoose: (file: File) => void; isFirst: boolean };

/** Where a file is dropped or chosen. It stays there, since another file may be chosen at any time. */
export function UploadDrop({ onChoose, isFirst }: Props) {
  const id = useId();
  const isOver = useFileDrop(onChoose);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // Else the same file, chosen once more, would be no change.
    currentTarget.value = '';
    if (file) onChoose(file);
  };
  return (
    <div className="drop mt-4" data-over={isOver} data-first={isFirst}>
      <input id={id} className="sr-only" type="file" accept=".pdf" onChange={onChange} />
      <label htmlFor={id} className={isFirst ? 'button' : 'button-quiet'}>
        {isFirst ? 'Choose a PDF' : 'Choose another PDF'}
      </label>
      <p className="text-small text-quiet">
        {isOver
          ? 'Let go, and it is looked into.'
          : 'or drop it anywhere on this page. At most 18 MB.'}
      </p>
    </div>
  );
}
