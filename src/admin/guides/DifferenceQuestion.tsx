import { useEffect, useRef } from 'react';

type Props = {
  /** "This PDF has 3 pages, but the shop promises 15." */
  differences: string;
  onPublish: () => void;
  onChooseAnother: () => void;
};

/** Takes the focus, because the pressed button is gone. */
export function DifferenceQuestion({ differences, onPublish, onChooseAnother }: Props) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p
        ref={text}
        role="alert"
        tabIndex={-1}
        className="my-3 border-l-4 border-alert pl-3.5 outline-none"
      >
        {`${differences} Publish it anyway?`}
      </p>
      <p className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={onPublish}>
          Publish anyway
        </button>
        <button type="button" className="button-quiet" onClick={onChooseAnother}>
          Choose another
        </button>
      </p>
    </>
  );
}
