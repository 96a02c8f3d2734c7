import { type ReactNode, useId, useRef } from 'react';

type Props = {
  label: ReactNode;
  question: string;
  isBusy: boolean;
  isDisabled?: boolean;
  className?: string;
  onConfirm: () => void;
};

export function ConfirmButton({
  label,
  question,
  isBusy,
  isDisabled = false,
  className = 'button-quiet',
  onConfirm: onYes,
}: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isDisabled}
        aria-disabled={isBusy}
        onClick={() => isBusy || dialog.current?.showModal()}
      >
        {isBusy ? 'One moment...' : label}
      </button>
      <dialog
        ref={dialog}
        className="dialog m-auto w-[min(28rem,100vw-2rem)] rounded-card"
        aria-labelledby={id}
        closedby="any"
      >
        <p id={id}>{question}</p>
        <form method="dialog" className="mt-5 flex flex-wrap gap-3">
          <button type="submit" className="button" onClick={onYes}>
            {label}
          </button>
          <button type="submit" className="button-quiet">
            Cancel
          </button>
        </form>
      </dialog>
    </>
  );
}
