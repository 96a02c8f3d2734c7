/** Corners of the window. */
export type ToastPosition = 'bottom-right' | 'top-right';

/** Where a toast about a control doesn't cover it. toasts.css places toasts above the buy bar. */
export function positionAwayFrom(control: Element | null): ToastPosition {
  if (control === null || control.closest('.buy-bar')) return 'bottom-right';
  const { top, bottom } = control.getBoundingClientRect();
  const isInLowerHalf = (top + bottom) / 2 > window.innerHeight / 2;
  return isInLowerHalf ? 'top-right' : 'bottom-right';
}
