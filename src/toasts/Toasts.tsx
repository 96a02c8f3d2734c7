import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { takeFlash } from './flash.ts';
import { adoptStyles } from '../styles/adopt-styles.ts';
import css from '../styles/toasts.css?inline';

const DURATION_MS = 5_000;
const GAP_PX = 14;
const HOTKEY = ['altKey', 'KeyT'];
const SWIPE_PX = 20;

type Point = { readonly x: number; readonly y: number };

// sonner supports one hotkey, which may be a chord. F8 triggers that chord.
function forwardF8(event: KeyboardEvent): void {
  if (event.code !== 'F8') return;
  document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyT' }));
}

/**
 * Whether a pointer's movement swipes away a toast in the bottom right corner. Only the longer axis counts,
 * and it must point right or down. Points are in CSS pixels.
 *
 *     isSwipeAway({ x: 0, y: 0 }, { x: 20, y: 5 })   // true
 *     isSwipeAway({ x: 0, y: 0 }, { x: -40, y: 5 })  // false
 */
export function isSwipeAway(from: Point, to: Point): boolean {
  const right = to.x - from.x;
  const down = to.y - from.y;
  return (Math.abs(right) > Math.abs(down) ? right : down) >= SWIPE_PX;
}

// sonner's own threshold for a slow swipe is 45 px, and no option changes it.
function dismissOnSwipe(down: PointerEvent): void {
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

/** The toast stays until it is dismissed, because five seconds are too short for a worried parent. */
function showFlash(): void {
  const flash = takeFlash();
  if (flash === null) return;
  const { title, message, next } = flash;
  toast.error(title, {
    description: message,
    duration: Infinity,
    action: { label: next.label, onClick: () => location.assign(next.href) },
  });
}

type Props = {
  /** Whether this page shows the flash message of the previous page. */
  takesFlash?: boolean;
};

/** Shows the page's toasts, including those raised before it was mounted. */
export function Toasts({ takesFlash = false }: Props) {
  useEffect(() => {
    adoptStyles(css);
    if (takesFlash) showFlash();
    const listeners = new AbortController();
    document.addEventListener('keydown', forwardF8, listeners);
    document.addEventListener('pointerdown', dismissOnSwipe, listeners);
    return () => listeners.abort();
  }, [takesFlash]);

  return (
    <Toaster
      position="bottom-right"
      theme="system"
      visibleToasts={3}
      duration={DURATION_MS}
      gap={GAP_PX}
      hotkey={HOTKEY}
      closeButton
    />
  );
}
