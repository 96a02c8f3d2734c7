import { type RefObject, useEffect } from 'react';

/**
 * Restores the focus after the pressed button has disappeared. The focus moves to the section's element
 * whose `data-next` equals the new step. If another element already has it, nothing changes.
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
