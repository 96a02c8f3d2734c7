import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A dialog that lies over the page as long as it is there. It is closed while it still stands in the page:
 * the browser then gives the focus back to where it was.
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
