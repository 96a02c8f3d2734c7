const SWIPE_PX = 20;

type Point = { readonly x: number; readonly y: number };

/**
 * Whether a movement in CSS pixels swipes a toast to the right or down. Only the longer axis
 * counts.
 *
 *     isSwipeAway({ x: 0, y: 0 }, { x: 20, y: 5 })   // true
 *     isSwipeAway({ x: 0, y: 0 }, { x: -40, y: 5 })  // false
 */
export function isSwipeAway(from: Point, to: Point): boolean {
  const right = to.x - from.x;
  const down = to.y - from.y;
  return (Math.abs(right) > Math.abs(down) ? right : down) >= SWIPE_PX;
}

// sonner's threshold for a slow swipe is 45 px, and no option changes it.
export function dismissOnSwipe(down: PointerEvent): void {
  if (down.button !== 0 || !(down.target instanceof Element)) return;
  const swiped = down.target.closest('[data-sonner-toast]');
  if (!swiped || down.target.closest('button')) return;

  const listeners = new AbortController();
  const onUp = (up: PointerEvent) => {
    if (up.pointerId !== down.pointerId) return;
    listeners.abort();
    const isAway = up.type === 'pointerup' && isSwipeAway(down, up);
    if (isAway) swiped.querySelector<HTMLElement>('[data-close-button]')?.click();
  };
  document.addEventListener('pointerup', onUp, listeners);
  document.addEventListener('pointercancel', onUp, listeners);
}
