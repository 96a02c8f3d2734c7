type Point = { readonly x: number; readonly y: number };

const THRESHOLD_PX = 20;

/**
 * Whether a pointer that went from one point to the other, both in CSS pixels, has swiped a toast out
 * of the bottom right corner: to the right or down, by the longer of its two ways.
 *
 *     isSwipeAway({ x: 0, y: 0 }, { x: 20, y: 5 })   // true
 *     isSwipeAway({ x: 0, y: 0 }, { x: -40, y: 5 })  // false
 */
export function isSwipeAway(from: Point, to: Point): boolean {
  const right = to.x - from.x;
  const down = to.y - from.y;
  return (Math.abs(right) > Math.abs(down) ? right : down) >= THRESHOLD_PX;
}
