import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Shows a dialog as a modal for as long as it is mounted. The layout effect closes it before React removes
 * it from the page, because only then does the browser return the focus to the previous element.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
