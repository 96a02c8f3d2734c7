import { type RefObject, useEffect } from 'react';

/**
 * A button that is pressed may be gone afterwards, and the focus with it. It goes on to the element of the
 * section whose `data-next` is the new step; a focus that is elsewhere stays there.
 */
export function useKeptFocus(section: RefObject<HTMLElement | null>, step: string): void {
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost) return;
    section.current
      ?.querySelector<HTMLElement>(`[data-next="${step}"]`)
      ?.focus({ preventScroll: true });
  }, [section, step]);
}
