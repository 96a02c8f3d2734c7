import { type ChangeEvent, useEffect, useEffectEvent, useId, useState } from 'react';

type Props = { onChoose: (file: File) => void; isFirst: boolean };

/** Accepts files dropped anywhere on the page. The browser would open a file that misses a small target. */
function useFileDrop(onChoose: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const onDrag = useEffectEvent((event: DragEvent) => {
    const { type, dataTransfer, relatedTarget } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    // `relatedTarget` is the element that the pointer enters. It is null outside the window.
    setIsOver(type === 'dragleave' ? relatedTarget !== null : type !== 'drop');
    const file = type === 'drop' ? dataTransfer.files[0] : undefined;
    if (file) onChoose(file);
  });
  useEffect(() => {
    const listeners = new AbortController();
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
      window.addEventListener(type, (event) => onDrag(event), listeners);
    }
    return () => listeners.abort();
  }, []);
  return isOver;
}

/** The drop area and file chooser. It stays visible, because another file can be chosen at any time. */
export function UploadDrop({ onChoose, isFirst }: Props) {
  const id = useId();
  const isOver = useFileDrop(onChoose);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // Without this, choosing the same file again would fire no event.
    currentTarget.value = '';
    if (file) onChoose(file);
  };
  const layout = isFirst ? 'min-h-44 flex-col justify-center text-center' : '';
  const colors = isOver ? 'border-leaf bg-leaf-tint' : 'border-control bg-paper';
  return (
    <div
      className={`mt-4 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-control border-2 border-dashed p-4 transition-colors ${layout} ${colors}`}
    >
      <input id={id} className="peer sr-only" type="file" accept=".pdf" onChange={onChange} />
      <label
        htmlFor={id}
        className={`${isFirst ? 'button' : 'button-quiet'} outline-offset-3 outline-leaf peer-focus-visible:outline-3`}
      >
        {isFirst ? 'Choose a PDF' : 'Choose another PDF'}
      </label>
      <p className="text-small text-quiet">
        {isOver ? 'Drop it to check it.' : 'or drop it anywhere on this page. At most 18 MB.'}
      </p>
    </div>
  );
}
