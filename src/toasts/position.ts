/** Corners of the window. */
export type ToastPosition = 'bottom-right' | 'top-right';

/** Includes the margin beside the toast. */
const TOAST_WIDTH_PX = 400;

/** A corner where a toast doesn't cover `control`. toasts.css places toasts above the buy bar. */
export function positionAwayFrom(control: Element | null): ToastPosition {
  if (control === null || control.closest('.buy-bar')) return 'bottom-right';
  const { top, bottom, right } = control.getBoundingClientRect();
  const isAtRight = right > window.innerWidth - TOAST_WIDTH_PX;
  const isInLowerHalf = (top + bottom) / 2 > window.innerHeight / 2;
  return isAtRight && isInLowerHalf ? 'top-right' : 'bottom-right';
}
